/** English words that do not indicate a topic. */
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word)

/** Stop words that are rare in other languages, so they indicate English text. */
export const isEnglishStopWord = (word: string): boolean => STOP_WORDS.has(word) && !SHARED_WORDS.has(word)

/** Also true for words that occur in nearly every task for a coding agent. */
export const isTopicStopWord = (word: string): boolean => STOP_WORDS.has(word) || TASK_WORDS.has(word)

/** Also true for words that occur in nearly every rule, or that only express how strict the rule is. */
export const isRuleStopWord = (word: string): boolean => STOP_WORDS.has(word) || RULE_WORDS.has(word)

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

const STOP_WORDS = setOf(
  `a about above actually after again all also am an and any are aren't as at be because been before being below
between both but by can can't could did didn't do does doesn't doing don't done down during each few for from further
get go going good great had has have having he her here hers him his how i i'd i'll i'm i've if in into is isn't it
it's its itself just know let let's lets like ll look make maybe me more most my need new no nor not now of off ok okay
on once one only or other our out over own please re really right same see she should shouldn't so some something
still such sure than that that's the their them then there these they thing things think this those through to too
two under until up us use using ve very want was way we we'll we're well were what when where which while who why will
with won't would yes you you're you've your yours`,
)

const SHARED_WORDS = setOf('am an do go he her him me no or over us will')

const TASK_WORDS = setOf(
  `add added adding adds another back change changed changes code create every file files fix fixed fixes following
give goal got implement line made makes may might much must needs old onto per run runs set shall take task try update
updated used uses via wants whom whose work write wrote`,
)

const RULE_WORDS = setOf(
  `always anymore cannot didn didnt dont ever every everything everywhere forward future getting give given hence
however instead keep made makes making must mustn't needed needs never nope prefer preferred put rather rule rules
said shouldnt stop thanks thats time told try trying upon used uses wants whenever wherever without wrong yet yourself`,
)
