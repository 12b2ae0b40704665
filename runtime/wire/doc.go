// Package wire puts the answers to tool calls into the shapes that providers take, and reads
// calls out of the shapes that providers give, whole or as they stream. Nothing in it does any input or output of its own.
//
//	calls, err := wire.ParseAnthropic(response)
//	outs := make([]runtime.ToolOutput, len(calls))
//	for i, call := range calls {
//		outs[i] = set.Call(ctx, call)
//	}
//	answers, err := wire.Pair(calls, outs) // every call is answered exactly once, in order
//	turn := wire.AnthropicAnswers(answers)  // marshals to the next user message
//
// # The shapes
//
//	OpenAI Chat Completions   ParseOpenAIChat         OpenAIChatCalls         OpenAIChatAnswers
//	OpenAI Responses          ParseOpenAIResponses    OpenAIResponsesCalls    OpenAIResponsesAnswers
//	Anthropic Messages        ParseAnthropic          AnthropicCalls          AnthropicAnswers
//	Gemini                    ParseGemini             GeminiCalls             GeminiAnswers
//	Gemini Interactions       ParseGeminiInteraction  GeminiInteractionCalls  GeminiInteractionAnswers
//	Bedrock Converse, Nova    ParseBedrock            BedrockCalls            BedrockAnswers
//	Cohere, version 2         ParseCohere             OpenAIChatCalls         OpenAIChatAnswers
//	Ollama                    ParseOllama             OllamaCalls             OllamaAnswers
//	MCP                       ParseMCP                                        MCPAnswer, MCPAnswerOf
//	AI SDK data stream v1     ParseDataStream         DataStreamCalls         DataStreamAnswers
//	AI SDK UI message stream  ParseUIStream           UIStreamCalls           UIStreamAnswers
//
// The Parse functions keep the arguments exactly as the model wrote them, JSON or not, and the
// reason why the model stopped, which of calls that it had finished by then is left out where it was
// cut off. They read function calls only; what a provider runs by itself
// (searches, code) is the provider's to answer. Calls without an id get one of this package, which
// is written back like any other, but for Gemini, where ids are optional and it is left out again. It is
// made of the response, so that those of two responses differ, and those of one that is read twice do not.
//
// No calls and no error mean that the model has said all it had to say and made no call. What is no
// response is an error that says what came: the provider's own error ([APIError]), another provider's
// body, an event of a stream, an empty one. So is a response without calls that was cut off or refused, or that announces
// calls ([StopError]); who wants the text that it may have all the same tells it by [errors.As].
//
// Servers that speak a provider's format write calls in other forms of it. The older form of Chat
// Completions is read, and so are arguments under another provider's key. A call that cannot be read, or
// that stands where its format has none, is an error. A part of a call is an error or is given without its
// end: it never reads as a whole one.
//
// The Calls functions write calls back into a conversation. Providers refuse a whole conversation
// for one call in it whose arguments are no JSON object or whose tool name has a stray character,
// so these are made safe: see [Arguments]. They hold the calls alone; a message that carries more
// (thinking blocks, signatures) is better sent back as it came wherever its calls are sound.
//
// # Tools
//
// [OpenAIChatTools], [OpenAIResponsesTools], [AnthropicTools], [GeminiTools], [BedrockTools] and [MCPTools] give the tools of a set
// as a request has them. Providers refuse a whole request for one name with a dot in it, or for one schema of a form that they do not
// take, so that such names and schemas are changed (see package projection); [Restore] changes calls back.
//
//	tools, err := wire.AnthropicTools(set)
//	…
//	calls = wire.Restore(set, calls)
//
// The option [Strict] asks for the mode in which a model cannot write what the schema forbids. Then [Offered.Restore] reads the calls
// back, and [Offered.AsOffered] writes them into a conversation.
//
// # Streams
//
// A [Stream] reads an answer while it comes, in the [Format] of its provider: from the bytes of the body, or from single
// events where a client library takes the body apart.
//
//	stream := wire.NewStream(wire.Anthropic)
//	for delta := range stream.Deltas(response.Body) {
//		fmt.Print(delta.Text) // delta.Call is a call that is whole, and may be run at once
//	}
//	turn, err := stream.Close()
//	calls := append(turn.Calls, turn.Unfinished...)
//
// From there it goes on as above. Calls that were cut off are apart, in [Turn].Unfinished: a toolset answers
// them with a hint that tells the model to say less, and never runs one. What an event means is decided as strictly as by the Parse
// functions: a stream that broke, an error that the provider sent in the middle, and calls that are announced and do not come are
// errors of Close.
//
// # What a model reads
//
// A failed call is answered with the text of its hint; shapes that have no flag for errors carry
// it as {"is_error":true,"error":"validation_failed","hint":"…"}. A result is handed on in full.
// Where its call was repaired before it ran, or the result does not have its documented form, a
// note says so. Error texts, notes and replayed garbage are bounded; results and call ids are not.
package wire
