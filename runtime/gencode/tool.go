package gencode

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/toolgen/toolgen/runtime"
)

// Generation5 is what generated files refer to. Where a compiler does not know the name, the runtime is
// older than the generator that made the files.
const Generation5 = 5

// Generation2 is what older files refer to, as a constant. A compiler says that it is a variable of the type
// RunToolgenGenerateAgain.
var Generation2 RunToolgenGenerateAgain

// Generation3 is like [Generation2].
var Generation3 RunToolgenGenerateAgain

// Generation4 is like [Generation2].
var Generation4 RunToolgenGenerateAgain

// RunToolgenGenerateAgain is the type of the names of older generations: their files do not compile, and this is
// what to do.
type RunToolgenGenerateAgain struct{}

// Decoders are the [runtime.Decoders] of a tool of generated code.
type Decoders struct {
	// Args reads the arguments, see [From].
	Args From
	// Result reads a result; nil where the result is any JSON.
	Result From
}

// DecodeArgs reads arguments strictly.
func (c *Decoders) DecodeArgs(data []byte, opts ...runtime.DecodeOption) (any, error) {
	return DecodeNew(data, c.Args, opts...)
}

// DecodeResult reads a result: types are checked, value constraints are not.
func (c *Decoders) DecodeResult(data []byte, opts ...runtime.DecodeOption) (any, error) {
	switch {
	case c.Result != nil:
		return DecodeNew(data, c.Result, opts...)
	case !json.Valid(data):
		return nil, errNotJSON
	}
	raw := json.RawMessage(bytes.Clone(data))
	return &raw, nil
}

var errNotJSON = errors.New("the result is not JSON")
