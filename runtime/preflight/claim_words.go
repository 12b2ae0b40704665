package preflight

import "strings"

func set(list string) map[string]bool {
	m := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		m[word] = true
	}
	return m
}

// The words that the grammar of claims is made of. Contractions have been taken apart before.
var (
	articles     = set("a an the this that these those your our my its their his her new another all each every both")
	definite     = set("the this that these those your")
	subjects     = set("i we")
	haveWords    = set("have has had")
	beWords      = set("was were been is are be being am got gets")
	objectsOf    = set("you me us him her")
	pronouns     = set("it them this that these those everything both all they")
	adverbs      = set("just successfully now also already then safely correctly finally indeed properly duly since here automatically manually too as well today please again so thereby immediately")
	openers      = set("and but so then ok okay done great good news perfect sure yes all set alright right well also now finally next success update status")
	prepositions = set("of for from with to on in at into against under by about via per as using over through than upon after before between without towards including due based regarding concerning")
	conjunctions = set("and or but so that which who whom whose where when while because since although though if unless whether until once how what why nor yet then")

	// hedges, before a verb, make of it something that is not, or not yet, or perhaps.
	hedges = set("if unless whether until once when whenever will would shall should could can may might must going gonna want wants wanted need needs needed " +
		"ready try trying tries tried assuming suppose imagine after before perhaps maybe probably presumably hopefully likely supposed expect expected plan planning intend " +
		"example e.g pretend as though like wish hope think believe seems seem appears apparently")
	// reported begins what others say.
	reported = set("said says told asked asks mentioned wrote requested request claims claimed according wanted states stated reports reported shows showed see saw says list lists listed")
	// announcing introduces what is said.
	announcing = set("know report confirm say inform announce")
	// elsewhere makes a clause one about another time.
	elsewhere = set("yesterday earlier previously originally ago formerly initially")
	// elsewhereToo does so where it is not said who did it.
	elsewhereToo = set("already last first once")
	// partly are verbs that change a thing where they change a part of it.
	partly    = set("updated changed modified edited amended adjusted corrected")
	negations = set("not never no nothing none neither nobody without")
	months    = set("january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday")
	// abbreviations have a point that ends no sentence; titles stand before a name.
	abbreviations = set("inc ltd co corp llc plc bros no nos nr ref acct approx incl excl vs etc")
	titles        = set("mr mrs ms dr prof st")
	failures      = set("failed failing fails unable impossible")
	refusals      = set("rejected declined refused denied unsuccessful")
	troubles      = set("error problem issue failure trouble problems errors issues")
)

// contractions are what short forms stand for.
var contractions = map[string][]string{
	"can't": {"can", "not"}, "cannot": {"can", "not"}, "won't": {"will", "not"}, "let's": {"let", "us"}, "ive": {"i", "have"},
}

// expanded takes the contractions in a clause apart: "couldn't" is "could", "not".
func expanded(clause []string) []string {
	list := make([]string, 0, len(clause)+4)
	for _, w := range clause {
		if full, ok := contractions[w]; ok {
			list = append(list, full...)
			continue
		}
		base, short, ok := strings.Cut(w, "'")
		if !ok {
			list = append(list, w)
			continue
		}
		switch {
		case short == "t" && strings.HasSuffix(base, "n") && len(base) > 2:
			list = append(list, base[:len(base)-1], "not")
		case short == "ve":
			list = append(list, base, "have")
		case short == "ll":
			list = append(list, base, "will")
		case short == "d":
			list = append(list, base, "would")
		case short == "m", short == "re":
			list = append(list, base, "am")
		case short == "s":
			list = append(list, base, "'s") // is, has or of: the grammar sees
		default:
			list = append(list, w)
		}
	}
	return list
}
