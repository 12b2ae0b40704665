package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/internal/hint"
	_ "github.com/toolgen/toolgen/runtime/internal/update" // declares -update
)

// orderTool is the tool of the foreign errors.
var orderTool = &brokenTool{spec: ToolSpec{Name: "create_payment", FullSchema: orderToolSchema}}

// orderToolSchema is the schema of the same tool.
const orderToolSchema = `{"type":"object","required":["AccountId","Amount","Applications"],"additionalProperties":false,"properties":{
"AccountId":{"type":"string","pattern":"^acc_[a-z0-9]+$","description":"Bank account that receives the money."},"Amount":{"type":"number","exclusiveMinimum":0},"Currency":{"type":"string","enum":["INR","USD","EUR"]},"Date":{"type":"string","format":"date"},
"Applications":{"type":"array","minItems":1,"items":{"type":"object","required":["InvoiceId","Amount"],"properties":{"InvoiceId":{"type":"string","minLength":3},"Amount":{"type":"number"}}}},"Memo":{"type":"string","maxLength":10},
"target":{"type":"object","oneOf":[{"title":"Card","required":["card"],"properties":{"card":{"type":"string"}}},{"title":"Iban","required":["iban"],"properties":{"iban":{"type":"string"}}}]},
"op":{"type":"object","oneOf":[{"required":["kind","text"],"properties":{"kind":{"type":"string","enum":["write"]},"text":{"type":"string"}}},{"required":["kind"],"properties":{"kind":{"type":"string","enum":["drop"]}}}]}}}`

// TestErrorsAboutOtherTexts checks that what encoding/json and io say of a text that a handler has read elsewhere is not
// said of valid arguments.
func TestErrorsAboutOtherTexts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Action{`{"id":`: RetryLater, `{"id" 1}`: Stop, `{"id":1}`: Stop, "": RetryLater} {
		var v struct {
			ID string `json:"id"`
		}
		err := json.NewDecoder(strings.NewReader(text)).Decode(&v)
		if text == "" {
			err = fmt.Errorf("reading the response: %w", io.ErrUnexpectedEOF)
		}
		h := BuildHint(&brokenTool{spec: ToolSpec{Name: "find", ReadOnly: True, InputSchema: `{"type":"object","properties":{"city":{}}}`}}, err, WithCall([]byte(`{"city":"Rome"}`)))
		if h.Reason != Internal || h.Action != want || strings.Contains(h.Text(), "json:") || strings.Contains(h.Text(), "arguments are") {
			t.Errorf("%s: %s, %s: %s", text, h.Reason, h.Action, h.Text())
		}
	}
}

// TestForeignAction checks that a failure that is only known by its text gets an action from the form of the text, and is given up
// otherwise.
func TestForeignAction(t *testing.T) {
	t.Parallel()
	said := errors.New("no such city: Atlantis")
	spec := func(write, sensitive bool) Tool {
		return &brokenTool{spec: ToolSpec{Name: "find", Write: write, InputSchema: `{"type":"object","properties":{"city":{"type":"string","x-toolgen":{"sensitive":` + strconv.FormatBool(sensitive) + `}}}}`}}
	}
	const ask, stop = `Ask the user: "What should the city be?"`, " Do not call it again for the same purpose."
	for name, tt := range map[string]struct {
		tool Tool
		err  error
		want Action
		text string
	}{
		"a tool that reads":         {spec(false, false), said, AskUser, ask},
		"a tool that writes":        {spec(true, false), said, AskUser, ask},
		"its text is withheld":      {spec(false, true), said, AskUser, ask},
		"a text without a form":     {spec(false, false), errors.New("oh no"), Stop, stop},
		"an error that says no":     {spec(false, false), errors.New(hint.ForInternal("").Message), Stop, stop},
		"an error that is not told": {spec(false, false), context.Canceled, Stop, stop},
	} {
		h := BuildHint(tt.tool, tt.err)
		if text := h.Text(); h.Reason != Internal || h.Action != tt.want || !strings.HasSuffix(text, tt.text) {
			t.Errorf("%s: %s, %s: %s", name, h.Reason, h.Action, text)
		}
	}
}
