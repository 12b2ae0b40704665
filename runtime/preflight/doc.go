// Package preflight is the gate in front of write tools, for services that accept anything: a
// payment without an amount, or an invoice without a customer, is never written. A call that is
// invalid goes back to the model with a hint, and nobody is bothered with it; one that is valid is
// confirmed by a person as its tool demands, checked again and only then run.
//
//	gate, err := preflight.New(tools, // a runtime.Toolset with handlers
//		preflight.WithSink(hub),        // who watches: package eventstream
//		preflight.WithRecorder(log),    // what is kept: package routinglog, or WithKeptRecords(log.Add)
//		preflight.WithMemory(calls),    // what is known of calls beyond the gate: package callstore
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
// A call goes through these steps, and ends at the first that stops it:
//
//   - write check: is it a write tool? It is one if its rules say so, or that it is confirmed or
//     approved, if it is annotated as destructive, or if [WithWrites] names it. Other tools are
//     validated and run at once.
//   - validation, silently. An invalid call is blocked: the model gets the hint (what is missing,
//     which call supplies it) and may try again. After two corrections that failed at one decision
//     point ([WithMaxCorrections]) the gate hands a question for the user back, made of what is
//     still missing, with all attempts ([CorrectionError]). All calls of one turn are one attempt.
//   - confirmation by tier: at 1 a question, at 2 one that says what changes, at 3 one to which a
//     phrase has to be typed, which is compared exactly. The rules say the tier, or else the annotations of an
//     MCP tool: 1 for what only adds, 2 for what destroys or does not say, 3 where each further call destroys
//     more. A server's annotations never give a tool whose verb destroys less than 2. A wrong phrase leaves the question open,
//     five times. A no, a question without an answer and a lost connection all mean that the call
//     is not made, and the model is told which it was.
//   - validation again. Between question and answer there may have been hours.
//   - approval, for tools that need one: the [Approver] takes the call, and its output is the
//     answer. Once the call is approved, [Gate.Execute] does the rest.
//   - execution, within a timeout; its step says how the call was repaired. After a transport error
//     the tool is run once more if it is idempotent, only reads, or has taken the [runtime.IdempotencyKey].
//     Where a write may have been done or not, the output says that nobody knows.
//   - reading of the result. One that is not as documented is passed on, with a hint that says so.
//
// Package claims, if the program uses it, then compares what the model tells the user with what ran ([Gate.Ran]).
//
// # Events
//
// A [Sink] is told of every step, each call in its order. Their JSON is {"type", "data",
// "tool_call_id"}:
//
//	type                 when                                                     how many for a call
//	step                 at the end of each step; of those that take time, also   several
//	                     at their beginning ("running")
//	write_validation     "blocked" when it is; "passed" after the confirmation    at most 1, write tools only
//	tool_retry           after a block, and before the gate runs a tool again     at most 1 each
//	clarifying_question  when a call is handed back                               at most 1
//	mcq                  when the built-in confirmer asks                         at most 1
//	mcq_response         when that is answered; not for a wrong phrase            at most 1
//	tool_result          at the end                                               exactly 1
//
// Success in tool_result means that the tool has done its work: it is false for a call that was
// cancelled or waits for approval. A [Recorder] gets exactly one [Record] at the end. A call that
// is approved and executed later goes through the gate a second time, with a result and a record
// of that time. A call whose ID is on its way already is refused and is no call of its own: it has
// neither.
//
// Sinks and recorders have a goroutine and a queue each. One that is too slow misses events, which
// [Gate.Stats] counts; none ever delays a call. What must not be lost when the process is killed is kept by
// [WithKeptRecords], for which calls do wait. They see values of sensitive fields masked, also
// where a result repeats them. The model's output has them as they are.
//
// # What it does not do
//
//   - It does not loop: who talks to the model calls the gate and hands its outputs on.
//   - It keeps no questions beyond its process: one that waits when the program ends has been
//     asked for nothing, and the call was not made. Package approval keeps calls, and [WithMemory] which
//     calls were made.
//   - It gives calls no IDs towards the model or the approver. Events, questions and records name a call by its
//     ID; a call without one is named there by an ID that the gate makes, with which it can be answered like
//     any other, while its output has none, like the call. A call is made once under its own ID in its thread;
//     of one without, nobody can tell whether it is delivered once more. Where a provider repeats its IDs,
//     [Turn].Scope says within what they are unique.
//   - It cannot stop a handler that ignores its context. The call ends, the goroutine goes on.
//   - It does not know who answers: whoever calls [Gate.Respond] has checked that.
package preflight
