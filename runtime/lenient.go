package runtime

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/limits"
	engine "github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/show"
	"github.com/toolgen/toolgen/runtime/internal/view"
)

// Decoding is strict. Where leniency is allowed, what the strict decoder has refused is repaired, and the
// outcome is read strictly again. It counts only if that succeeds: else the issues are those of the text as
// it was written. A text that is sound is never changed.

// EmptyIsObject reads an empty text or null as {}, for the arguments as a whole. It never touches
// a field, and no null that the schema accepts.
func EmptyIsObject() DecodeOption { return lenient(engine.EmptyIsObject) }

// NullIsAbsent reads null as absence, for a field that is optional and does not accept null; where no
// string is allowed, the texts "null" and "None", too. It never touches a required field.
func NullIsAbsent() DecodeOption { return lenient(engine.NullIsAbsent) }

// CoerceScalars reads "42" as 42, "true" as true, and 42 as "42", where only that type is allowed
// and nothing is lost: a string must be one number as a whole. It never chooses between two
// allowed types.
func CoerceScalars() DecodeOption { return lenient(engine.CoerceScalars) }

// UnwrapStrings reads an object or array that came as a string of JSON. It never parses a value that may
// be a string.
func UnwrapStrings() DecodeOption { return lenient(engine.UnwrapStrings) }

// WrapSingletons reads x as [x] where only an array is allowed and x has the type of its items. It never
// does so where items may be arrays themselves, nor with a text that looks like a list, by its commas or
// lines.
func WrapSingletons() DecodeOption { return lenient(engine.WrapSingletons) }

// MatchEnums reads a string as that value of an enumeration which differs from it only in case and
// separators. It never breaks a tie between two values, which stays an issue.
func MatchEnums() DecodeOption { return lenient(engine.MatchEnums) }

// MatchKeys reads an undeclared key as the one absent field whose name differs from it only in case and
// separators, and takes the arguments out of an object around them, under a key such as "arguments" or the
// tool's name, where they fit and what is around them does not. It never takes a key for a field of another
// name.
func MatchKeys() DecodeOption { return lenient(engine.MatchKeys) }

// RepairSyntax reads a text that is not JSON only for a byte order mark, trailing commas, comments, keys
// without quotes, quotes of other kinds, True, False and None, raw control characters in strings, or one
// code fence or <tool_call> around the call. It closes objects and arrays at the end of a text that ends
// after a whole value, unless the model is known to have run into its limit. It never searches prose for
// JSON without such a mark, and never completes a string or number.
func RepairSyntax() DecodeOption { return lenient(engine.RepairSyntax) }

// Lenient is all the lenient options together. What each of them never does, it never does either.
func Lenient() DecodeOption { return lenient(engine.AllAllowed) }

func lenient(a engine.Allowed) DecodeOption { return DecodeOption{kind: optionLenient, n: int(a)} }

// white is what JSON has as white space.
const white = " \t\r\n"

// highestLenientTier is the highest tier of confirmation at which arguments may be changed.
const highestLenientTier = 2

// DecodeArgs reads arguments of the tool with its Decoders, for implementations of [Tool]. Leniency
// is limited to what the tool accepts: of a tool of tier 3 the arguments are read as they were written, and
// nothing is allowed but [EmptyIsObject]. Neither issues nor receipts show the values of sensitive fields.
func (s *ToolSpec) DecodeArgs(args []byte, opts ...DecodeOption) (any, error) {
	var v any
	var err error
	if len(opts) == 0 {
		v, err = s.Decoders.DecodeArgs(args)
	} else {
		v, err = decodeBy(s.Decoders, args, s.bound(opts, optionTool))
	}
	if err != nil {
		return nil, s.HideSensitive(err)
	}
	return v, nil
}

// DecodeResult reads a result of the tool as [ToolSpec.DecodeArgs] reads arguments; leniency follows the output
// schema.
func (s *ToolSpec) DecodeResult(data []byte, opts ...DecodeOption) (any, error) {
	if len(opts) == 0 {
		return s.Decoders.DecodeResult(data)
	}
	return decodeBy(s.Decoders, data, s.bound(opts, optionResult))
}

// checkResult reports whether a result fits the output schema, read strictly but for value constraints. Of a tool
// without decoders it is any JSON.
func (s *ToolSpec) checkResult(data []byte) error {
	if s.Decoders == nil {
		if !json.Valid(data) {
			return errNotJSON
		}
		return nil
	}
	_, err := s.DecodeResult(data)
	return err
}

// bound are options for a text of the tool: its arguments, or a result. What is strict and gives no
// receipts needs no more than it has.
func (s *ToolSpec) bound(opts []DecodeOption, kind optionKind) []DecodeOption {
	if len(opts) == 0 {
		return nil
	}
	return append(opts[:len(opts):len(opts)], DecodeOption{kind: kind, spec: s})
}

// decodeBy reads a text strictly and, if that refuses it and the options allow it, leniently.
func decodeBy(by Decoders, data []byte, opts []DecodeOption) (any, error) {
	cfg := DecodingOf(opts...)
	noted := 0
	if cfg.Receipts != nil {
		noted = len(*cfg.Receipts)
	}
	v, err := cfg.decode(by, data, opts)
	if err == nil || cfg.edits == 0 {
		return v, err
	}
	strict := append(strictly(opts), MaxBytes(max(limits.MaxBytes, longestEscape*len(data)))) // the input was within the limit
	text, receipts, ok := cfg.repaired(data, err, func(text []byte) error {
		_, err := cfg.decode(by, text, strict)
		return err
	})
	if !ok {
		return nil, err
	}
	var more []Receipt
	last := append(strict, CollectReceipts(&more))
	if !cfg.result {
		last = cfg.spec.bound(last, optionTool)
	}
	v, wrong := cfg.decode(by, text, last)
	if wrong != nil {
		return nil, err
	}
	if cfg.Receipts != nil { // what was noted of the text as it was written comes again
		*cfg.Receipts = append(append((*cfg.Receipts)[:noted], receipts...), more...)
	}
	if cfg.Text != nil {
		*cfg.Text = text
	}
	return v, nil
}

// longestEscape is the number of bytes that one byte may become.
const longestEscape = 6

// decode reads the text with the decoder for its kind.
func (d *Decoding) decode(by Decoders, data []byte, opts []DecodeOption) (any, error) {
	if d.result {
		return by.DecodeResult(data, opts...)
	}
	return by.DecodeArgs(data, opts...)
}

// repaired is the text as leniency accepts it, with a receipt for each change; check is the strict decoder.
// It is not ok where no change, or none that is allowed, makes the text a valid call.
func (d *Decoding) repaired(data []byte, err error, check func([]byte) error) (text []byte, receipts []Receipt, ok bool) {
	edits := d.edits
	if d.spec != nil && !d.result && d.spec.Confirm.Tier > highestLenientTier {
		edits &= engine.EmptyIsObject
	}
	if edits == 0 || isEndless(err) {
		return nil, nil, false
	}
	tool := d.tool()
	tool.Check = func(text []byte) []engine.Fault { return engineFaults(check(text)) }
	outcome := engine.Repair(string(data), tool)
	fixed := outcome.Accepted(edits, d.cutOff)
	if fixed == nil {
		return nil, nil, false
	}
	if outcome.Blank {
		receipts = []Receipt{{Kind: ReceiptEmpty, From: strings.Trim(string(data), white), To: "{}"}}
	}
	for _, e := range outcome.Edits {
		receipts = append(receipts, receiptOf(e))
	}
	if d.spec != nil && !d.result {
		d.spec.hideReceipts(receipts)
	}
	return []byte(fixed.JSON()), receipts, len(receipts) > 0
}

// isEndless reports whether a text was refused for its size or depth, which no repair changes.
func isEndless(err error) bool {
	issues, _ := issuesOf(err)
	return slices.ContainsFunc(issues, func(i ValidationIssue) bool {
		return i.Field == "" && (i.Constraint == constraint.Size || i.Constraint == constraint.Depth)
	})
}

// tool is the tool as the repair engine takes it. Where none is known, any JSON is taken.
func (d *Decoding) tool() engine.Tool {
	switch {
	case d.spec == nil:
		return new(ToolSpec).repairTool()
	case d.result:
		return engine.Tool{Schema: view.Of(d.spec.OutputSchema).Schema}
	}
	return d.spec.repairTool()
}

// receiptOf is the receipt for an edit.
func receiptOf(e engine.Edit) Receipt {
	r := Receipt{Field: pathOf(e.Field)}
	switch e.Kind {
	case engine.Syntax:
		r.Kind, r.From = ReceiptRepaired, e.To
	case engine.Close:
		r.Kind, r.From = ReceiptRepaired, "closing brackets missing"
	case engine.Rename:
		r.Kind, r.From, r.To = ReceiptKey, show.String(pathOf(e.From)), strings.Clone(e.To)
	case engine.Unwrap:
		r.Kind, r.From = ReceiptKey, show.String(pathOf(e.From))
	case engine.Remove:
		r.Kind, r.From = ReceiptNull, receiptValue(e.From)
	case engine.Parse:
		r.Kind, r.From, r.To = ReceiptUnwrap, receiptValue(e.From), "object"
		if strings.HasPrefix(e.To, "[") {
			r.To = "array"
		}
	case engine.Wrap:
		r.Kind, r.From, r.To = ReceiptWrap, receiptValue(e.From), "array"
	case engine.Match:
		r.Kind, r.From, r.To = ReceiptEnum, receiptValue(e.From), receiptValue(e.To)
	default:
		r.Kind, r.From, r.To = ReceiptScalar, receiptValue(e.From), receiptValue(e.To)
	}
	return r
}

// pathOf is a place of the repair engine as the path of an issue.
func pathOf(place string) string { return fieldpath.Join(fieldpath.Split(place)) }

// receiptValue is a value, given as JSON, as a receipt shows it: scalars as they are, strings and other
// JSON cut.
func receiptValue(text string) any {
	if text == "" {
		return nil
	}
	if c := text[0]; c == '{' || c == '[' {
		return show.String(text)
	}
	v, _ := show.Parse([]byte(text))
	return show.Scalar(v)
}
