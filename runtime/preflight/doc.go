// Package preflight is the gate in front of write tools. A service that accepts anything would record a payment
// without an amount, or an invoice without a customer. The gate answers an invalid call with a hint, has a person
// confirm a valid one as its tool demands, validates it again, and only then runs it.
//
//	gate, err := preflight.New(tools, // a runtime.Toolset with handlers
//		preflight.WithSink(hub),        // who watches: package eventstream
//		preflight.WithRecorder(log),    // what is kept: package routinglog, or WithKeptRecords(log.Add)
//		preflight.WithMemory(calls),    // which calls were made, beyond this process: package callstore
//		preflight.WithApprover(desk))   // who approves: package approval
//	defer gate.Close()
//
//	turn := preflight.Turn{Thread: conversation, Query: request}
//	for { // until the model makes no more calls
//		outputs := gate.Calls(ctx, turn, calls) // all calls of one turn of the model
//		// … give the outputs to the model, which answers with calls or with text.
//	}
//	gate.EndTurn(turn)
//
// # The steps
//
// A call goes through these steps, and ends at the first one that stops it:
//
//   - Write check. A tool is a write tool if its rules say so, if it is confirmed or approved, if it is annotated as
//     destructive, or if [WithWrites] names it. Other tools are validated and run at once.
//   - Validation, silently. An invalid call is blocked; the model gets the hint (what is missing, and which call
//     supplies it) and may try again. After two failed corrections at one decision point ([WithMaxCorrections]) the
//     gate hands back a question for the user about what is still missing, with all attempts ([CorrectionError]).
//     All calls of one turn are one attempt.
//   - Confirmation by tier. Tier 1 asks, tier 2 also says what changes, tier 3 has a phrase typed, which is compared
//     exactly. The tier comes from the rules, or else from the annotations of an MCP tool: 1 for a tool that only
//     adds, 2 for one that destroys or does not say, 3 where each further call destroys more. A server's annotations
//     never put a tool whose verb destroys below 2. A wrong phrase leaves the question open, five times. A no, no
//     answer and a lost connection all mean that the call is not made; the model learns which it was.
//   - Validation again, since hours may have passed between question and answer.
//   - Approval, for tools that need one: the [Approver] takes the call, and its output is the answer. Once the call
//     is approved, [Gate.Execute] does the rest.
//   - Execution, within a timeout. Its step says how the call was repaired. A tool that asks for a wait is called again
//     after it, if [WithMaxWait] allows that. After a transport error the tool runs
//     once more if it is idempotent, only reads, or has taken the [runtime.IdempotencyKey]. If nobody can know
//     whether a write took place, the output says so.
//   - Reading the result. One that does not fit its schema is passed on with a hint that says so.
//
// Package claims, where the program uses it, then compares what the model tells the user with what ran ([Gate.Ran]).
//
// # Events
//
// A [Sink] gets every step, in order within a call. The JSON of an event is {"type", "data", "tool_call_id"}:
//
//	type                 when                                                     how many per call
//	step                 at the end of each step, and at the start ("running")    several
//	                     of those that take time
//	write_validation     "blocked" if it is; "passed" after the confirmation      at most 1, write tools only
//	tool_retry           after a block, and before the gate runs a tool again     several
//	clarifying_question  when a call is handed back                               at most 1
//	mcq                  when the built-in confirmer asks                         at most 1
//	mcq_response         when that is answered, but not for a wrong phrase        at most 1
//	tool_result          at the end                                               exactly 1
//
// Success in tool_result means that the tool did its work; it is false for a call that was cancelled or waits for
// approval. A [Recorder] gets exactly one [Record] at the end. A call that is approved and executed later passes the
// gate a second time, with its own result and record. A call whose ID is already in progress is refused and gets
// neither.
//
// Sinks and recorders have a goroutine and a queue each. A slow one misses events, which [Gate.Stats] counts, and
// never delays a call. Records that must survive the end of the process go to [WithKeptRecords], which calls do wait
// for. Values of sensitive fields are masked in all of them, also where a result repeats them; the model's output
// keeps them.
//
// # What it does not do
//
//   - It does not loop. Your program talks to the model, calls the gate and passes its outputs on.
//   - It keeps no questions beyond its process. If the program ends while a question is open, the call was not made.
//     Package approval keeps calls, and [WithMemory] keeps which calls were made.
//   - It assigns no IDs that a model or an approver sees. Events, questions and records name a call by its ID; a call
//     without one gets an ID from the gate there, and can be answered under it, while its output has none. A call
//     runs once under its ID in its thread; without an ID, a repeated delivery cannot be recognised. If a provider
//     repeats its IDs, [Turn].Scope says within what they are unique.
//   - It cannot stop a handler that ignores its context. The call ends, and the goroutine goes on.
//   - It does not check who answers. Whoever calls [Gate.Respond] has done that.
package preflight
