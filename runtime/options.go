package runtime

import (
	"encoding/json"

	"github.com/toolgen/toolgen/runtime/internal/limits"
)

// The limits of a decode call where no option says otherwise.
const (
	defaultMaxBytes  = limits.MaxBytes
	defaultMaxDepth  = limits.MaxDepth
	defaultMaxIssues = limits.MaxIssues
	highestMaxDepth  = limits.HighestDepth
)

// DecodeOption changes how one decode call reads its input. The zero DecodeOption does nothing.
type DecodeOption struct {
	kind     optionKind
	n        int
	receipts *[]Receipt
	text     *json.RawMessage
	spec     *ToolSpec
	within   *Checker
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
	optionWithin
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

// config is what the options of one call add up to.
type config struct {
	maxBytes    int
	maxDepth    int
	maxIssues   int
	copyStrings bool
	defaults    bool
	receipts    *[]Receipt
	text        *json.RawMessage
	spec        *ToolSpec // of the tool whose arguments are read, nil if unknown
	within      *Checker  // of the call that the reading is a part of, nil if it is one by itself
}

func newConfig(opts []DecodeOption) config {
	cfg := config{maxBytes: defaultMaxBytes, maxDepth: defaultMaxDepth, maxIssues: defaultMaxIssues}
	for _, opt := range opts {
		switch opt.kind {
		case optionMaxBytes:
			cfg.maxBytes = limitOr(opt.n, defaultMaxBytes)
		case optionMaxDepth:
			cfg.maxDepth = min(limitOr(opt.n, defaultMaxDepth), highestMaxDepth)
		case optionMaxIssues:
			cfg.maxIssues = limitOr(opt.n, defaultMaxIssues)
		case optionCopyStrings:
			cfg.copyStrings = true
		case optionDefaults:
			cfg.defaults = true
		case optionReceipts:
			cfg.receipts = opt.receipts
		case optionText:
			cfg.text = opt.text
		case optionWithin:
			cfg.within = opt.within
		case optionTool:
			cfg.spec = opt.spec
		}
	}
	return cfg
}

func limitOr(n, fallback int) int {
	if n < 1 {
		return fallback
	}
	return n
}
