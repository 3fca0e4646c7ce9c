/** English words that say nothing about the topic of a text. */
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word)

const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above actually after again all also am an and any are as at be because been before being below
between both but by can could did do does doing done down during each few for from further get go going
good great had has have having he her here hers him his how i if in into is it its itself just know let
lets like ll look make maybe me more most my need new no nor not now of off ok okay on once one only or
other our out over own please re really right same see she should so some something still such sure than
that the their them then there these they thing things think this those through to too two under until up
us use using ve very want was way we well were what when where which while who why will with would yes you
your yours`.split(/\s+/),
)
