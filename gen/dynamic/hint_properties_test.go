package dynamic

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/sample"
	"github.com/toolgen/toolgen/runtime"
)

// slippedCalls returns typical calls of models: the calls of the cases, with a few mistakes each.
func slippedCalls(t *testing.T, each int, use func(c *hintCase, call string, rnd *rand.Rand)) {
	t.Helper()
	for _, file := range hintFiles(t) {
		_, cases := hintCases(t, file)
		for i, c := range cases {
			var v any
			if len(c.call) > 4096 || json.Unmarshal([]byte(c.call), &v) != nil {
				continue
			}
			rnd := rand.New(rand.NewPCG(uint64(i), uint64(len(file))))
			s := sample.Sampler{Rand: rnd}
			for range each {
				slipped := sample.Clone(v)
				for range 1 + rnd.IntN(3) {
					slipped = s.Slip(slipped)
				}
				data, err := json.Marshal(slipped)
				if err != nil {
					t.Fatal(err)
				}
				call := string(data)
				switch rnd.IntN(8) {
				case 0:
					call = call[:rnd.IntN(len(call)+1)]
				case 1:
					call = "```json\n" + call + "\n```"
				case 2:
					quoted, _ := json.Marshal(call)
					call = string(quoted)
				case 3:
					call = `{"arguments":` + call + `}`
				}
				use(c, call, rnd)
			}
		}
	}
}

// TestHintsKeepTheirPromises checks what every hint guarantees: each form stays within its budget, is printable and
// deterministic, addresses or counts every fault, and a correction that is certain is valid.
func TestHintsKeepTheirPromises(t *testing.T) {
	t.Parallel()
	each := 12
	if testing.Short() {
		each = 3
	}
	whole := 0
	slippedCalls(t, each, func(c *hintCase, call string, rnd *rand.Rand) {
		_, err := c.tool.Decode([]byte(call))
		var invalid *runtime.ValidationError
		if !errors.As(err, &invalid) {
			return
		}
		budget := 1 + rnd.IntN(4096)
		opts := []runtime.HintOption{runtime.WithCall([]byte(call)), runtime.WithBudget(budget)}
		hint := runtime.BuildHint(c.tool, err, opts...)
		keepsBudget(t, hint, call, max(budget, leastBudget))
		if again := runtime.BuildHint(c.tool, err, opts...); again.Text() != hint.Text() {
			t.Errorf("%s: %s has two hints:\n%s\n%s", c.name, call, hint.Text(), again.Text())
		}
		hint = runtime.BuildHint(c.tool, err, runtime.WithCall([]byte(call)))
		if hint.Omitted == 0 && hint.Reason == runtime.InvalidArguments && hint.Action == runtime.Correct && !correctsAll(hint) {
			for _, issue := range invalid.Issues() {
				if issue.Constraint != "depth" && !addresses(hint, issue.Field) {
					t.Errorf("%s: %s is not mentioned:\n%s\n%s", c.name, issue, call, hint.Text())
				}
			}
		}
		if correctsAll(hint) && !hides(c.tool) {
			whole++
			if _, err := c.tool.Decode(hint.CorrectedInput); err != nil {
				t.Errorf("%s: %s is corrected to %s, which is rejected: %v", c.name, call, hint.CorrectedInput, err)
			}
		}
	})
	if t.Logf("%d calls were fully corrected", whole); whole < each {
		t.Error("too few")
	}
}

// leastBudget is the size of the four fixed members of a hint.
const leastBudget = 192

// keepsBudget fails if a form of the hint exceeds its budget or is not printable.
func keepsBudget(t *testing.T, hint *runtime.RetryHint, call string, budget int) {
	t.Helper()
	data, err := json.Marshal(hint)
	if err != nil {
		t.Fatal(err)
	}
	for form, s := range map[string]string{"JSON": string(data), "text": hint.Text(), "annotated call": hint.Annotated([]byte(call), runtime.WithBudget(budget))} {
		if len(s) > budget {
			t.Errorf("the %s has %d bytes of %d: %s", form, len(s), budget, s)
		}
		odd := func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }
		if at := strings.IndexFunc(s, odd); at >= 0 || !utf8.ValidString(s) {
			t.Errorf("the %s is not printable: %q", form, s)
		}
	}
}

// addresses reports whether a hint mentions a place, or a place above or below it.
func addresses(hint *runtime.RetryHint, field string) bool {
	near := func(place string) bool {
		place, field := withoutIndexes(place), withoutIndexes(field)
		return strings.HasPrefix(place, field) || strings.HasPrefix(field, place)
	}
	return len(hint.Rules) > 0 || slices.ContainsFunc(hint.Changes, func(c runtime.Change) bool {
		return near(c.Field) || near(c.From) || strings.Contains(c.To, field) || c.Kind == "syntax" || c.Kind == "close"
	})
}

func withoutIndexes(place string) string {
	name, _, _ := strings.Cut(place, "[")
	return name
}

// correctsAll reports whether only certain changes are left.
func correctsAll(hint *runtime.RetryHint) bool {
	return hint.CorrectedInput != nil && len(hint.Ask)+len(hint.Unplaced)+len(hint.Rules)+hint.Omitted == 0 &&
		!slices.ContainsFunc(hint.Changes, func(c runtime.Change) bool { return !c.Certain || c.Kind == "stay" })
}

// hides reports whether a corrected call omits values of the tool.
func hides(tool *Tool) bool {
	schema := tool.Spec().FullSchema + tool.Spec().InputSchema
	return strings.Contains(schema, `"sensitive"`) || strings.Contains(schema, `"injected"`)
}

// leniencies are the lenient options, each alone and all together.
var leniencies = map[string]runtime.DecodeOption{
	"EmptyIsObject": runtime.EmptyIsObject(), "NullIsAbsent": runtime.NullIsAbsent(), "CoerceScalars": runtime.CoerceScalars(),
	"UnwrapStrings": runtime.UnwrapStrings(), "WrapSingletons": runtime.WrapSingletons(), "MatchEnums": runtime.MatchEnums(),
	"MatchKeys": runtime.MatchKeys(), "RepairSyntax": runtime.RepairSyntax(), "Lenient": runtime.Lenient(),
}

// TestOptionsKeepTheirPromises checks that no option changes a strictly valid call, and that a truncated call is accepted
// only if it is empty or lacks only closing brackets.
func TestOptionsKeepTheirPromises(t *testing.T) {
	t.Parallel()
	each := 6
	if testing.Short() {
		each = 2
	}
	valid := 0
	slippedCalls(t, each, func(c *hintCase, call string, _ *rand.Rand) {
		_, err := c.tool.Decode([]byte(call))
		if err != nil {
			hint := runtime.BuildHint(c.tool, err, runtime.WithCall([]byte(call)))
			if !correctsAll(hint) {
				return
			}
			call = string(hint.CorrectedInput)
		}
		valid++
		checkOptions(t, c.tool, call)
	})
	if t.Logf("%d valid calls", valid); valid < each {
		t.Error("too few")
	}
}

func checkOptions(t *testing.T, tool *Tool, call string) {
	t.Helper()
	strict, err := tool.Decode([]byte(call))
	if err != nil {
		return
	}
	want, _ := json.Marshal(strict)
	for name, option := range leniencies {
		var receipts []runtime.Receipt
		v, err := tool.Decode([]byte(call), option, runtime.CollectReceipts(&receipts))
		got, _ := json.Marshal(v)
		repaired := slices.ContainsFunc(receipts, func(r runtime.Receipt) bool { return r.Kind != runtime.ReceiptIgnored })
		if err != nil || string(got) != string(want) || repaired {
			t.Errorf("%s changes %s to %s (%v, %v)", name, call, got, receipts, err)
		}
	}
	for end := range call {
		prefix := call[:end]
		if strings.TrimSpace(prefix) == strings.TrimSpace(call) {
			continue // only white space is missing
		}
		if _, err := tool.Decode([]byte(prefix)); err == nil {
			continue // a shorter number, for example, is valid
		}
		if _, err := tool.Decode([]byte(prefix), runtime.Lenient()); err != nil {
			continue // no single option accepts it
		}
		for name, option := range leniencies {
			_, err := tool.Decode([]byte(prefix), option)
			empty := strings.TrimSpace(prefix) == "" && (name == "EmptyIsObject" || name == "Lenient")
			closed := endsWhole(prefix) && (name == "RepairSyntax" || name == "Lenient")
			if err == nil && !empty && !closed {
				t.Errorf("%s accepts %q, which is cut off", name, prefix)
			}
		}
	}
}

// endsWhole reports whether a text ends after a string, a literal, an object or an array, and needs only closing brackets
// to be JSON.
func endsWhole(text string) bool {
	text = strings.TrimSpace(text)
	if text == "" || strings.IndexByte(`"}]`, text[len(text)-1]) < 0 && !strings.HasSuffix(text, "true") && !strings.HasSuffix(text, "false") && !strings.HasSuffix(text, "null") {
		return false
	}
	var closers []byte
	inText := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inText && c == '\\':
			i++
		case c == '"':
			inText = !inText
		case inText:
		case c == '{':
			closers = append(closers, '}')
		case c == '[':
			closers = append(closers, ']')
		case (c == '}' || c == ']') && len(closers) > 0:
			closers = closers[:len(closers)-1]
		}
	}
	slices.Reverse(closers)
	return json.Valid([]byte(text + string(closers)))
}

// FuzzOptions feeds arbitrary schemas and calls to the options and to the corrections of hints.
func FuzzOptions(f *testing.F) {
	for seed := range uint64(60) {
		r := sample.NewSchemas(seed)
		args, err := json.Marshal(r.Instance(3))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(r.Schema(), string(args))
	}
	f.Fuzz(func(t *testing.T, schema, args string) {
		if len(schema) > 4096 || len(args) > 512 {
			return
		}
		set, _ := Load("fuzz.json", []byte(schema), Options{Envelope: tooldef.Schema, TypeName: "Fuzz"})
		for _, tool := range set.Tools {
			_, err := tool.Decode([]byte(args))
			if err == nil {
				checkOptions(t, tool, args)
				continue
			}
			hint := runtime.BuildHint(tool, err, runtime.WithCall([]byte(args)))
			if _, err := tool.Decode(hint.CorrectedInput); correctsAll(hint) && !hides(tool) && err != nil {
				t.Errorf("%s\n%s is corrected to %s, which is rejected: %v", schema, args, hint.CorrectedInput, err)
			}
		}
	})
}
