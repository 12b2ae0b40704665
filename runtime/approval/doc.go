// Package approval has people approve calls before they run. A call of a tool that is declared
// with approval is stored as pending instead of being run, and the model's turn ends; somebody
// who may see the thread and decide the tool approves it, perhaps with edited arguments, or
// rejects it; an approved call is run once, and the model is told the outcome on its next turn.
//
//	service, err := approval.New(ctx, approval.Config{DB: db, Tools: tools, Keys: keys, Authorizer: mine})
//	go service.Run(ctx, 0)                                  // expires and resumes
//	http.Handle("/api/qa/", approval.Handler(service, nil)) // where people decide
//
//	calls, failures := tools.ConvertCalls(fromModel)
//	out, err := service.RequestApproval(ctx, thread, calls[0]) // out.Payload is a Marker: end the turn
//
//	results, err := service.Results(ctx, thread)    // before the model's next turn
//	err = service.Acknowledge(ctx, thread, told...) // once they are in the conversation
//
// # The life of a call
//
//	status     how it gets there                       what the model is told
//	pending    the model has made the call             nothing: its turn has ended
//	approved   somebody who may has said yes           nothing yet
//	executing  one process has begun to run it         nothing yet
//	done       it has run                              the result
//	rejected   somebody who may has said no            that, and the reason given
//	expired    not decided, or not begun, in time      that, and that nobody has said no
//	failed     the tool has failed                     its error
//	           whoever ran it has died (lost)          that the outcome is unknown
//	           the tool was never entered (not_run)    that it has not run, and why
//	           it is not what was signed (refused)     that it has not run, and why
//
// A program that hands the marker of a pending call to the model has answered the call with it, and
// providers take no second answer to one call. What has come of it is then said in a message of its own,
// in front of what the person says next. Note of package wire tells what was edited.
//
// # What holds
//
// A call is run at most once. Its row moves by compare-and-set, and the audit, which can only be
// appended to, takes one beginning per call. This holds when many processes share the database
// and when they are killed at any moment: a call that was approved and not begun is run by the
// next [Service.Resume]; one that was begun and whose process died is reported as lost, since
// nobody can know whether the tool has done its work, and is never run again by itself.
//
// What runs is what was approved. A signature binds together
//
//   - the call, its thread, its tool and the stage: one of a request never passes for an approval;
//   - the canonical arguments, which are the edited ones once an edit has been approved;
//   - the version of the tool: its schema, its rules as far as the schema and the description have
//     them, who may approve it, and [Config.RulesVersion];
//   - the tier and the expiry;
//   - who approved.
//
// It is verified when the call is decided and again right before it runs, against the row and
// against the tool as it is then. Whatever does not match is refused with the reason, and settled
// as failed. Who can write the database but has no key can destroy calls, and cannot have one run that nobody
// approved. They can have one run again that was approved: whoever deletes the rows of a call, those of the audit
// too, or puts back a backup from before it ran, takes away what says that it has run, and what was approved then
// is approved again, until it expires. [Service.VerifyAudit] finds rows that were deleted, and, with heads
// that are kept elsewhere, a database that was put back; neither keeps the call from running. What does is the
// backend: the handler of an approved call has an idempotency key that is always the same for that call
// ([runtime.IdempotencyKey]), with and without the gate of package preflight, and a backend that does no work twice
// for one key does none then. A call is kept approved for minutes, so that a backup
// of yesterday has none.
//
// Edited arguments are those of a stranger: decoded strictly by the tool's own decoder, tiered and
// authorized anew. An edit cannot change the tool, and one that needs a stricter tier than the call
// had is refused. Every call is decided by its own ID, never by its place among others.
//
// Whoever can write the database could put a pending call in the place of another one that was
// signed under the same ID, after somebody has looked at it. A decision that names the version of
// the call that was looked at ([Decision].Version) is refused then.
//
// One call is one record, which its ID names within its thread. Calls that are alike under different IDs stay
// different calls, and are decided one by one: two payments of one amount to one payee may both be
// meant, and only a person can tell. Merging them would run one where two were approved, or answer
// two with the result of one. A provider whose IDs repeat, such as call_0 in each turn, gives different
// calls of one thread one ID, and the second is [ErrConflict]: the program puts what makes them its own in front of
// them, such as the ID of the model's message, before it asks for approval, and takes it off what
// [Service.Results] gives. The same call under the same ID, as after a crash, is one record, and
// once it is settled its outcome is given again.
//
// A call that nobody decided in time is expired, which is neither approved nor rejected. The
// expiry also bounds the beginning: a call that was approved in time but not begun in time, because
// every process was down, expires too.
//
// # The Authorizer
//
// Nobody is let in by default: the [Authorizer] has to be given. Identify has to find out who asks
// by something that the asker cannot choose, such as a session; a header that any client may set is
// none. MaySee has to know whose thread it is: a call of a thread that one may not see is not
// there, whatever is asked. MayDecide gets the typed arguments, so that limits can be put on what
// is in them, and should refuse those who have made the call themselves, where two people are
// wanted. The roles that a tool asks for are checked besides. No error of an Authorizer means yes.
//
// There are no decisions about calls to come ("always allow", "for this conversation"): what such a
// decision would cover is not known when it is made, and nobody would look at the arguments.
//
// Fields that the server fills (injected in the rules) are not shown to people, neither who decides
// nor in the audit. They are filled when the call is converted, in the name of who has made it, whatever
// a model wrote there, see [runtime.Toolset.Injecting]; they are kept and signed with the arguments, and
// an edit leaves them as they are. The injector is not asked again when the call runs. One that gives
// another value each time makes the same call another one, which is [ErrConflict] if it comes twice.
//
// That is right for what says who has made the call, which neither who approves it nor the program that
// resumes it may change. It is wrong for credentials: they would lie in the database, and could be too
// old when the call runs. With [Config].Refill none of the values is stored or signed. The program says
// whose a thread is, which is signed, and the injector is asked in their name whenever the call is
// decoded, the last time right before it runs. Where it fails then, the call stays approved, and
// [Service.Resume] tries again until the call expires. Where it fails before, who decides is told
// [ErrUnfilled] and the call stays pending; it can be rejected all the same by whom a [Rejecter] lets.
//
// # Tenants
//
// With [Config].Tenant the threads belong to tenants. A principal sees the calls of its own tenant only, as far as
// the Authorizer lets it, and to it there are no others: not in lists, not by their ID, and nobody waits for them. How many calls of a tenant wait at once is bounded ([Config].MaxPending), and lists have
// pages. Names of threads are to be those of one tenant, since the gate of package preflight knows no tenants.
//
// # Keeping and forgetting
//
// Calls are kept for ever, unless [Config].Keep says how long after they were settled; [Service.Erase] forgets a
// thread at once. Both take the call, its message and its result away, and the arguments and reasons that the audit has
// of it. What stays is who did what to which call, and digests, and the audit still verifies. IDs of deciders, threads
// and calls stay, too, and so should not be names of those who may ask to be forgotten. The memory of a gate (package
// callstore) and its log (package routinglog) have what they have by themselves.
//
// # Upgrades
//
// [New] brings the tables of an older version up to date. Calls that are open then stay open: what is pending can be
// decided, and what was approved runs. A version that knows more of tools than the one that signed a call does
// not make it void; a tool whose schema, rules or terms have changed does. Calls that were signed before tools had a
// FullSchema are void once the code of their tools is generated again, since the table of fields that their
// signature is over is gone: upgrade the runtime first, have them decided, then generate. A database that a
// newer version has brought up to date is refused.
//
// # The audit
//
// Each tenant has an audit. Every move of a row is written down there in the same transaction: who decided, the statuses before
// and after, the arguments with sensitive values masked, and a digest of the result, also of a late one.
// So are attempts to decide that were refused: by whom, and why. Triggers refuse changes, and each row
// carries a keyed hash over itself and the row before; for arguments and reasons, which may be erased, it has
// their keyed digest. [Service.VerifyAudit] thus proves that no
// row was changed, put in or taken out by somebody without the key, in spite of the triggers, up to
// the end. It does not prove that the end was not cut off, if the stored head was put back with it:
// that takes heads that were kept elsewhere. It proves nothing
// against who has the key, nor that a tool did what its result says.
package approval
