package approval_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
)

// TestErrorsOfHandlersAreScrubbed checks that secrets in the error of an approved call reach neither the decider nor the model,
// and that the program can replace the text.
func TestErrorsOfHandlersAreScrubbed(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		for name, test := range map[string]struct {
			fails error
			opts  []runtime.ToolsetOption
			want  string
		}{
			"plain":    {fails: errors.New("cannot reach the bank: password=hunter2"), want: "cannot reach the bank"},
			"private":  {fails: runtime.Private(errors.New("the vault is at hunter2")), want: "the reason is not shown"},
			"own text": {fails: errors.New("hunter2"), opts: []runtime.ToolsetOption{runtime.ErrorText(func(error) string { return "The bank is closed." })}, want: "The bank is closed"},
		} {
			t.Run(name, func(t *testing.T) {
				r := newRig(t, address, func(cfg *approval.Config) {
					spec := newSpec("pay")
					spec.FullSchema = ""
					tool := runtime.NewTool[payArgs, any](spec, func(data []byte, _ ...runtime.DecodeOption) (*payArgs, error) {
						a := new(payArgs)
						return a, json.Unmarshal(data, a)
					}, nil)
					cfg.Tools = runtime.NewToolset(runtime.Handle(tool, func(context.Context, *payArgs) (*any, error) {
						return nil,
							test.fails
					})).With(test.opts...)
				})
				if _, err := r.ask("t1", name, "pay", `{"To":"ada","Amount":1}`); err != nil {
					t.Fatal(err)
				}
				settled, err := r.approve(name)
				if err != nil {
					t.Fatal(err)
				}
				outs, err := r.Results(t.Context(), "t1")
				if err != nil {
					t.Fatal(err)
				}
				seen, err := json.Marshal([]any{settled, outs, r.get(name)})
				if err != nil || strings.Contains(string(seen), "hunter2") || !strings.Contains(string(seen), test.want) {
					t.Errorf("%s, %v", seen, err)
				}
			})
		}
	})
}
