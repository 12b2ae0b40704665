// Package wire converts outputs of tool calls to the formats of providers, and parses calls from
// answers of providers, complete or streamed. It performs no I/O of its own.
//
//	calls, err := wire.ParseAnthropic(response)
//	outs := make([]runtime.ToolOutput, len(calls))
//	for i, call := range calls {
//		outs[i] = set.Call(ctx, call)
//	}
//	answers, err := wire.Pair(calls, outs) // every call is answered exactly once, in order
//	turn := wire.AnthropicAnswers(answers)  // marshals to the next user message
//
// # Formats
//
//	OpenAI Chat Completions   ParseOpenAIChat         OpenAIChatCalls         OpenAIChatAnswers
//	OpenAI Responses          ParseOpenAIResponses    OpenAIResponsesCalls    OpenAIResponsesAnswers
//	Anthropic Messages        ParseAnthropic          AnthropicCalls          AnthropicAnswers
//	Gemini                    ParseGemini             GeminiCalls             GeminiAnswers
//	Gemini Interactions       ParseGeminiInteraction  GeminiInteractionCalls  GeminiInteractionAnswers
//	Bedrock Converse, Nova    ParseBedrock            BedrockCalls            BedrockAnswers
//	Cohere, version 2         ParseCohere             OpenAIChatCalls         OpenAIChatAnswers
//	Ollama                    ParseOllama             OllamaCalls             OllamaAnswers
//	MCP                       ParseMCP                                        MCPAnswer
//	AI SDK data stream v1     ParseDataStream         DataStreamCalls         DataStreamAnswers
//	AI SDK UI message stream  ParseUIStream           UIStreamCalls           UIStreamAnswers
//
// The Parse functions return arguments exactly as the model wrote them, JSON or not, with the stop
// reason of the answer; calls completed before a truncation carry none. They read function calls
// only: tools that the provider runs itself (search, code) are not returned. A call without an id gets
// a generated one, which is derived from the call and the response up to it: parsing a response twice gives the
// same ids, other responses give others. Generated ids are sent back like any other, except to Gemini, where
// ids are optional and generated ones are removed.
//
// No calls and no error mean that the model finished its answer without a call. Anything that is not a
// response is an error that says what it is: the provider's error ([APIError]), another provider's body,
// a stream event, an empty body. A response without calls that was truncated, refused, or announces
// calls is an error as well ([StopError]); use [errors.As] to accept its text anyway.
//
// Compatible servers deviate from the formats that they claim. The Parse functions also read the
// deprecated function_call of Chat Completions and arguments in members of other providers. A call that
// cannot be read, or in an unexpected place, is an error. A partial call is an error or is marked
// incomplete; it is never returned as complete.
//
// The Calls functions write calls back into a conversation. Providers reject a whole conversation for
// one call whose arguments are not a JSON object or whose tool name contains an invalid character, so
// calls are sanitized: see [Arguments]. The result contains the calls only; prefer to replay the
// original message, with thinking blocks and signatures, if its calls are valid.
//
// # Tools
//
// [OpenAIChatTools], [OpenAIResponsesTools], [AnthropicTools], [GeminiTools], [BedrockTools] and
// [MCPTools] return the tools of a set in the form of a request. Providers reject a whole request for
// one name with a dot or one unsupported schema, so names and schemas are adapted (see package
// projection); [Restore] maps the returned calls back.
//
//	tools, err := wire.AnthropicTools(set)
//	…
//	calls = wire.Restore(set, calls)
//
// The option [Strict] requests the mode in which a model cannot violate the schema. It needs
// [Offered.Restore] for the returned calls, and [Offered.AsOffered] to write them into a conversation.
//
// # Streams
//
// A [Stream] parses an answer in the [Format] of its provider while it arrives: from the bytes of the
// body, or from single events if a client library splits it.
//
//	stream := wire.NewStream(wire.Anthropic)
//	for delta := range stream.Deltas(response.Body) {
//		fmt.Print(delta.Text) // delta.Call is a complete call, ready to run
//	}
//	turn, err := stream.Close()
//	calls := append(turn.Calls, turn.Unfinished...)
//
// Continue as above. [Turn].Unfinished holds truncated calls: a toolset never runs them, it answers
// them with a hint to write less. Streams are parsed as strictly as by the Parse functions: Close
// returns an error for a broken stream, for an error sent in mid-stream, and for announced calls that
// did not arrive.
//
// # Text for the model
//
// A failed call is answered with the text of its hint, or with
// {"is_error":true,"error":"validation_failed","hint":"…"} in formats without an error flag. A result is
// never truncated. A note is added if the call was repaired before it ran, or if the result does not
// match its schema. Error texts, notes and replayed invalid arguments are bounded; results and call ids
// are not.
package wire
