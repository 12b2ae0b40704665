package agent

import (
	_ "embed" // for the file below
	"encoding/json"
)

// Scenario is a conversation that the scripted model can have: what a person asks for, what a
// careless model makes of it at first, and what a careful reader finds in the request.
type Scenario struct {
	ID      string
	Title   string
	Request string // what the person says
	// Tool and Arguments are the first call. Like those of real models it is wrong in some way.
	Tool      string
	Arguments json.RawMessage
	// Facts are what the request says, by field. The model puts in a fact only where a hint
	// names its field.
	Facts map[string]any
	// Done is what the model says at the end, if the tool has answered. A scenario without a tool
	// has nothing but this.
	Done string
	// Outage makes the ledger fail once, after the call was found valid.
	Outage bool
}

//go:embed scenarios.json
var scenarios []byte

// Scenarios are the conversations of the demo.
var Scenarios = func() (list []Scenario) {
	if err := json.Unmarshal(scenarios, &list); err != nil {
		panic("scenarios.json: " + err.Error())
	}
	return list
}()
