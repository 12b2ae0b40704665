// Package approval has people approve calls before they run. A call of a tool that needs approval is stored as
// pending, and the model's turn ends. Somebody who may see the thread and decide the tool approves it, perhaps with
// edited arguments, or rejects it. An approved call runs once, and the model learns the outcome on its next turn.
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
// # The states of a call
//
//	status     how it gets there                       what the model learns
//	pending    the model made the call                 nothing: its turn has ended
//	approved   a person said yes                       nothing yet
//	executing  one process started to run it           nothing yet
//	done       it ran                                  the result
//	rejected   a person said no                        that, and the reason given
//	expired    not decided, or not started, in time    that, and that nobody said no
//	failed     the tool failed                         its error
//	           the process running it died (lost)      that the outcome is unknown
//	           the tool was never entered (not_run)    that it did not run, and why
//	           it is not what was signed (refused)     that it did not run, and why
//
// A program that hands the marker of a pending call to the model has answered the call with it, and providers accept
// no second answer to a call. The outcome then goes into a message of its own, before the person's next one. Note of
// package wire says what was edited.
//
// # What is guaranteed
//
// A call runs at most once. Its row moves by compare-and-set, and the append-only audit accepts one start per call.
// This holds when many processes share the database, and when they are killed at any moment: the next
// [Service.Resume] runs a call that was approved and not started; one whose process died while it ran is reported as
// lost, since nobody can know what the tool did, and is never run again by itself.
//
// What runs is what was approved. A signature covers
//
//   - the call, its thread, its tool and the stage, so that a signed request never passes for an approval;
//   - the canonical arguments: the edited ones, once an edit was approved;
//   - the version of the tool: its schema, its rules as far as the schema and the description state them, who may
//     approve it, and [Config.RulesVersion];
//   - the tier and the expiry;
//   - who approved.
//
// It is verified when the call is decided, and again right before it runs, against the row and against the tool as it
// is then. A call that does not match is refused with the reason, and ends as failed.
//
// Whoever can write the database but has no key can destroy calls, but cannot run a call that nobody approved. They
// can have an approved call run again until it expires, by deleting its rows, also in the audit, or by restoring a
// backup from before it ran. [Service.VerifyAudit] detects deleted rows and, with heads that are kept elsewhere, a
// restored database, but does not keep the call from running. The backend does: the handler of an approved call
// always gets the same idempotency key for that call ([runtime.IdempotencyKey]), with and without the gate of package
// preflight. Calls stay approved for minutes, so that yesterday's backup has none.
//
// Edited arguments come from a stranger: they are decoded strictly by the tool's own decoder, and tiered and
// authorized again. An edit cannot change the tool, and an edit that needs a stricter tier than the call had is
// refused. Every call is decided by its own ID, never by its position among others.
//
// Whoever can write the database could replace a pending call, after somebody looked at it, by another one that was
// signed under the same ID. A decision that names the version of the call that was looked at ([Decision].Version)
// is refused then.
//
// A call is one record, named by its ID within its thread. Similar calls with different IDs stay different calls, and
// are decided one by one: two payments of the same amount to the same payee may both be intended, and only a person
// can tell. If a provider repeats its IDs, such as call_0 in each turn, the second call is [ErrConflict]. The program
// then prefixes the IDs with something unique, such as the ID of the model's message, before it asks for approval,
// and removes the prefix from what [Service.Results] returns. The same call under the same ID, as after a crash, is
// one record; once it has an outcome, that outcome is returned again.
//
// A call that nobody decided in time is expired, which is neither approved nor rejected. A call that was approved in
// time but not started in time, because every process was down, expires too.
//
// # The Authorizer
//
// Nobody has access by default: the [Authorizer] is required. Identify has to establish who asks from something that
// the asker cannot choose, such as a session; a header that any client may set is not enough. MaySee has to know
// whose thread it is: for somebody who may not see a thread, its calls do not exist. MayDecide gets the typed
// arguments, so that it can limit amounts, for example, and should refuse the person who made the call where two
// people are required. The roles that a tool asks for are checked besides. An error of an Authorizer never means yes.
//
// There are no decisions about future calls ("always allow", "for this conversation"): nobody knows what such a
// decision would cover, and nobody would look at the arguments.
//
// Injected fields are shown neither to people who decide nor in the audit. They are filled when the call is
// converted, on behalf of the user who made it, whatever a model wrote there, see [runtime.Toolset.Injecting]. They are
// stored and signed with the arguments, and an edit leaves them as they are. The injector is not called again when
// the call runs. If it returns another value each time, the same call delivered twice is [ErrConflict].
//
// That is right for who made the call, which neither the approver nor the resuming program may change. It is wrong
// for credentials, which would lie in the database and might be stale when the call runs. With [Config].Refill, none
// of the values is stored or signed. The program says whose a thread is, which is signed, and the injector is called
// on their behalf whenever the call is decoded, the last time right before it runs. If it fails then, the call stays
// approved, and [Service.Resume] tries again until the call expires. If it fails earlier, the decider gets
// [ErrUnfilled] and the call stays pending; it can still be rejected, if a [Rejecter] allows it.
//
// # Tenants
//
// With [Config].Tenant, threads belong to tenants. A principal sees the calls of its own tenant only, as far as the
// Authorizer allows; calls of other tenants do not exist for it, neither in lists nor by ID. The number of pending
// calls of a tenant is bounded ([Config].MaxPending), and lists have pages. Names of threads must be unique across
// tenants, since the gate of package preflight knows no tenants.
//
// # Retention
//
// Calls are kept forever unless [Config].Keep says how long after their outcome; [Service.Erase] forgets a thread at
// once. Both delete the call, its message and its result, and their arguments and reasons in the audit. What stays is
// who did what to which call, and digests, and the audit still verifies. IDs of deciders, threads and calls stay too,
// and so should not be names of people who may ask to be forgotten. The memory of a gate (package callstore) and its
// log (package routinglog) are separate.
//
// # Upgrades
//
// [New] migrates the tables of an older version. Open calls stay open: pending ones can be decided, and approved ones
// run. A version that knows more about tools than the one that signed a call does not void it; a tool whose schema,
// rules or terms changed does. Calls that were signed before tools had a FullSchema are void once the code of their
// tools is generated again, since their signature covers a table of fields that is gone: upgrade the runtime first,
// have them decided, then generate. A database that a newer version migrated is refused.
//
// # The audit
//
// Each tenant has an audit. Every move of a row is recorded there in the same transaction: who decided, the status
// before and after, the arguments with sensitive values masked, and a digest of the result, also of a late one.
// Refused attempts to decide are recorded as well, with who and why. Triggers refuse changes, and each row carries a
// keyed hash over itself and the row before; arguments and reasons, which may be erased, are covered by their keyed
// digest. [Service.VerifyAudit] thus proves that nobody without the key changed, inserted or deleted a row, up to the
// end. If the stored head was put back as well, it does not prove that the end was not cut off; that takes heads that
// are kept elsewhere. It proves nothing against somebody who has the key, nor that a tool did what its result says.
package approval
