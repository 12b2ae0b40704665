// Package toolname analyses the names of tools: the verb, whether it changes something, and the object. It is
// used by the generator, its coverage report and the check of claims.
package toolname

import (
	"slices"
	"strings"
	"sync"

	"github.com/toolgen/toolgen/runtime/internal/near"
)

// Effect is what a tool does to the world, judging by its name.
type Effect uint8

const (
	// Unknown means that the name has no known verb.
	Unknown Effect = iota
	// Reads means that the tool only reads or computes.
	Reads
	// Changes means that the tool adds or changes something.
	Changes
	// Destroys means that the tool removes something.
	Destroys
)

// Verb is the word of a tool's name that says what the tool does.
type Verb struct {
	Word string // lower case, "" if there is none
	Effect
}

// Writes reports whether the tool changes something.
func (v Verb) Writes() bool { return v.Effect >= Changes }

// verbs are words that are hardly anything else in tool names.
var verbs = sync.OnceValue(func() map[string]Effect {
	return effects(map[Effect]string{
		Destroys: `delete remove destroy drop purge erase void cancel terminate revoke refund reject wipe uninstall unpublish
		discard truncate kill clear evict deactivate disable expire rm rmdir del unlink trash ban prune abort forget flush
		rollback revert delist unenroll overwrite`,
		Changes: `create update add set send put patch write insert upsert append save upload edit modify change rename move
		merge replace approve pay submit publish apply assign unassign enable activate subscribe unsubscribe register
		unregister deregister invite deploy install execute trigger start stop restart pause resume reserve buy sell
		capture confirm accept decline dismiss mark unmark toggle lock unlock attach detach connect disconnect import push
		rerun reply follow unfollow retweet notify close reopen archive unarchive restore reset rotate provision migrate
		enroll grant deny complete finish finalize finalise record react pin unpin mute unmute join leave invoke reboot
		kick promote demote redeem withdraw deposit settle reschedule reassign regenerate annotate mkdir touch resend
		declare allocate adjust escalate acknowledge ack resolve unresolve duplicate clone scale replay acquire
		initialize initialise setup configure bookmark rebase unfork exec remember memorize checkout
		adopt hire fire onboard offboard postpone impersonate transition sync createorupdate unstar revise mv cp reconnect writefile`,
		Reads: `get list fetch read retrieve search find query lookup show describe view check count calculate calc convert
		preview summarize summarise analyze analyse estimate predict compare explain inspect browse export download peek
		select filter parse print render watch tail ls cat grep head aggregate locate extract translate generate measure
		wait compose recommend suggest solve recognize classify detect whoami determine quote exists has is identify
		validate simulate ask think sum top evaluate differentiate integrate simplify infer discover scrape crawl visit snapshot`,
	})
})

// nouns are words that may be verbs or objects. They count as verbs only in likely positions: first or last,
// and if no other verb is found.
var nouns = sync.OnceValue(func() map[string]Effect {
	return effects(map[Effect]string{
		Destroys: `block exclude`,
		Changes: `post book order purchase charge transfer share schedule run store issue link fork commit tweet comment
		file tag star message email mail call order rent ship load batch bid vote like label draft
		release fund trade process copy exchange manage control operate adjust build turn open sign press click
		type fill drag request pull invest give`,
		Reads: `compute monitor track test scan report status info details detail history stats diff map plot chart match
		forecast verify review audit summary balance log rate note text take`,
	})
})

func effects(words map[Effect]string) map[string]Effect {
	all := map[string]Effect{}
	for effect, list := range words {
		for _, w := range strings.Fields(list) {
			all[w] = effect
		}
	}
	return all
}

// VerbOf finds the verb of a tool's name in any style: create_invoice, create-invoice, createInvoice,
// invoice.create, xero_create_invoice, API--CreateInvoice.
func VerbOf(name string) Verb {
	words, last := nameWords(name)
	if len(words) == 0 {
		return Verb{}
	}
	known := func(w string) (Verb, bool) {
		effect, ok := verbs()[w]
		return Verb{w, effect}, ok
	}
	// "find_or_create" and "search_and_replace": the second verb counts as well.
	for i := 1; i+1 < len(words); i++ {
		before, _ := known(words[i-1])
		if (words[i] == "or" || words[i] == "and") && !before.Writes() {
			if v, ok := known(words[i+1]); ok && v.Writes() {
				return v
			}
		}
	}
	// The last part is the name proper; the parts before are namespaces.
	for _, at := range []int{0, last} {
		if v, ok := known(words[at]); ok && (at == last || last == 0 || v.Writes() || !hasVerb(words[last:])) {
			return v
		}
	}
	if v, ok := known(words[len(words)-1]); ok {
		return v
	}
	for _, w := range words {
		if v, ok := known(w); ok {
			return v
		}
	}
	for _, at := range []int{last, 0, len(words) - 1} {
		if effect, ok := nouns()[words[at]]; ok {
			return Verb{words[at], effect}
		}
	}
	return Verb{}
}

func hasVerb(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return verbs()[w] != Unknown })
}

// nameWords splits a name into lower-case words. last is the index of the first word of the last part; parts
// are separated by dots, slashes, colons or double hyphens.
func nameWords(name string) (words []string, last int) {
	for part := range strings.FieldsFuncSeq(strings.ReplaceAll(name, "--", "."), func(r rune) bool { return strings.ContainsRune("./:", r) }) {
		if of := near.Words(part); len(of) > 0 {
			words, last = append(words, of...), len(words)
		} else {
			last = 0
		}
	}
	return words, last
}

// Words splits a name of any style into lower-case words.
func Words(name string) []string {
	words, _ := nameWords(name)
	return words
}

// Verbs returns all words of a name that may be verbs of change: "create" and "refund" for
// stripe_create_refund, because people may say either.
func Verbs(name string) []string {
	return slices.DeleteFunc(Words(name), func(w string) bool { return verbs()[w] < Changes && nouns()[w] < Changes })
}

// Object returns what a tool acts on: the words after its verb up to the next thing, or else the words before
// it. "jira_create_issue" acts on an issue, "send_message_to_channel" on a message, "storage_blob_upload" on a
// storage blob.
func Object(name string) []string {
	words, _ := nameWords(name)
	writes := func(known map[string]Effect) func(string) bool {
		return func(w string) bool { return known[w] >= Changes }
	}
	at := slices.IndexFunc(words, writes(verbs()))
	if at < 0 {
		at = slices.IndexFunc(words, writes(nouns()))
	}
	before, after := words[:max(at, 0)], words[at+1:]
	object := func(list []string) []string {
		var of []string
		for _, w := range list {
			if slices.Contains(relations, w) && len(of) > 0 {
				break
			}
			if !slices.Contains(relations, w) && !slices.Contains(articles, w) {
				of = append(of, w)
			}
		}
		return of
	}
	if list := object(after); len(list) > 0 {
		return list
	}
	return object(before)
}

var (
	articles  = []string{"a", "an", "the", "all", "new"}
	relations = []string{"to", "from", "for", "of", "in", "on", "with", "by", "into", "at", "as", "and", "or"}
)
