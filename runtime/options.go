package runtime

import (
	"encoding/json"

	"github.com/toolgen/toolgen/runtime/internal/limits"
	engine "github.com/toolgen/toolgen/runtime/internal/repair"
)

// DecodeOption changes how one decode call reads its input. The zero DecodeOption does nothing.
type DecodeOption struct {
	kind     optionKind
	n        int
	receipts *[]Receipt
	text     *json.RawMessage
	spec     *ToolSpec
}

type optionKind uint8

const (
	optionNone optionKind = iota
	optionMaxBytes
	optionMaxDepth
	optionMaxIssues
	optionCopyStrings
	optionDefaults
	optionReceipts
	optionText
	optionLenient
	optionTool
	optionResult
	optionCutOff
)

// MaxBytes bounds the input; a longer one is a size issue. The default is 4 MiB, and a value
// below 1 means the default.
func MaxBytes(n int) DecodeOption { return DecodeOption{kind: optionMaxBytes, n: n} }

// MaxDepth bounds how deeply arrays and objects nest; deeper input is a depth issue. The
// default is 64, the highest value 10,000, and a value below 1 means the default.
func MaxDepth(n int) DecodeOption { return DecodeOption{kind: optionMaxDepth, n: n} }

// MaxIssues is the number of issues that an error lists; the rest is counted. The default is
// 100, and a value below 1 means the default.
func MaxIssues(n int) DecodeOption { return DecodeOption{kind: optionMaxIssues, n: n} }

// CopyStrings gives every decoded string memory of its own. Without it short strings share
// allocations of 512 bytes to 16 KiB, each of which lives as long as any string in it.
func CopyStrings() DecodeOption { return DecodeOption{kind: optionCopyStrings} }

// ApplyDefaults writes the schema's defaults into fields that are absent. Without it only the
// getters know the defaults.
func ApplyDefaults() DecodeOption { return DecodeOption{kind: optionDefaults} }

// CollectReceipts appends to *to what decoding changed or dropped: first what leniency has changed, then
// everything else, both in the order of the input.
func CollectReceipts(to *[]Receipt) DecodeOption {
	return DecodeOption{kind: optionReceipts, receipts: to}
}

// CollectText sets *to to the text as it was read, if leniency has changed anything in it: the values of
// the input, but for what the receipts name. Where nothing was changed, or the text was refused, *to is
// left alone.
func CollectText(to *json.RawMessage) DecodeOption {
	return DecodeOption{kind: optionText, text: to}
}

// Decoding is what the options of one call add up to. Code that implements [Tool] with a decoder of its
// own reads the options as one.
type Decoding struct {
	MaxBytes    int
	MaxDepth    int
	MaxIssues   int
	CopyStrings bool
	Defaults    bool             // absent fields get the defaults of the schema
	Receipts    *[]Receipt       // where receipts go, or nil
	Text        *json.RawMessage // where the text goes if it was changed, or nil

	spec   *ToolSpec      // of the tool whose text is read, nil if unknown
	result bool           // the text is a result of the tool; else arguments
	edits  engine.Allowed // how a refused text may be repaired
	cutOff bool           // the model has run into its limit
}

// DecodingOf adds up options; limits that no option sets have their defaults.
func DecodingOf(opts ...DecodeOption) Decoding {
	cfg := Decoding{MaxBytes: limits.MaxBytes, MaxDepth: limits.MaxDepth, MaxIssues: limits.MaxIssues}
	for _, opt := range opts {
		switch opt.kind {
		case optionMaxBytes:
			cfg.MaxBytes = limitOr(opt.n, limits.MaxBytes)
		case optionMaxDepth:
			cfg.MaxDepth = min(limitOr(opt.n, limits.MaxDepth), limits.HighestDepth)
		case optionMaxIssues:
			cfg.MaxIssues = limitOr(opt.n, limits.MaxIssues)
		case optionCopyStrings:
			cfg.CopyStrings = true
		case optionDefaults:
			cfg.Defaults = true
		case optionReceipts:
			cfg.Receipts = opt.receipts
		case optionText:
			cfg.Text = opt.text
		case optionLenient:
			cfg.edits |= engine.Allowed(opt.n)
		case optionTool, optionResult:
			cfg.spec, cfg.result = opt.spec, opt.kind == optionResult
		case optionCutOff:
			cfg.cutOff = true
		}
	}
	return cfg
}

// Report hands receipts to whoever collects them, without the values of fields that the tool hides.
func (d *Decoding) Report(receipts []Receipt) {
	if d.Receipts == nil || len(receipts) == 0 {
		return
	}
	if d.spec != nil && !d.result {
		d.spec.hideReceipts(receipts)
	}
	*d.Receipts = append(*d.Receipts, receipts...)
}

func limitOr(n, fallback int) int {
	if n < 1 {
		return fallback
	}
	return n
}
