import type { Cues } from './cue.ts'

/** What the words of a user speak for. Weights add up; half of one is enough. */
export const USER: Cues = [
  {
    kind: 'decision',
    speaks: [
      [
        0.5,
        /\b(?:that's fine|is fine|fine by me|leave (?:it|that|them)|skip (?:it|that|the)|ignore (?:it|that|the)|(?:not|isn't) needed|rather not|stick (?:to|with)|won't work)\b/i,
      ],
      [
        0.6,
        /\blet'?s (?:use|go (?:with|for)|keep|remove|drop|not|just|do|stick|tackle|address|get this|fix|skip|leave|have)\b/i,
      ],
      [0.5, /\b(?:instead|rather than)\b/i],
      [
        0.5,
        /\b(?:should(?:n't)?|must|never|always|don'?t|do not|we're going to|ideally|no need|prefer|leaning|go with|makes? (?:total |no )?sense|agree|just use|for now|drop|isn't relevant)\b/i,
      ],
      [
        0.5,
        /\b(?:i want|we want|i'd like to|i would (?:be|only|rather|prefer)|i think [a-d]|we can|it should|i'll do|only (?:on|for))\b/i,
      ],
      [
        0.5,
        /^(?:no|nope|nah),? (?:\w{1,12} )?(?:use|do|keep|make|put|go|leave|just|don't)\b|^(?:do|pick|take) #?\d\b|\boption (?:\d|[a-d])\b/i,
      ],
    ],
    against: [
      [
        0.5,
        /^(?:(?:ok|also|and|yes|yeah),? )?(?:verify|validate|check|investigate|look|read|add|create|update|i'd like to add)\b/i,
      ],
      [
        0.6,
        /\?$|^(?:can|could|what|why|how|is|are|to|if)\b|\bdon't (?:see|get|know|understand)\b|\bi want (?:you )?to (?:know|understand|do)\b|^(?:you|there) should\b|\bthe question is\b/i,
      ],
    ],
  },
  {
    kind: 'next',
    speaks: [
      [0.6, /\b(?:add|log|create|note)(?:ed)? (?:a |another )?(?:\S{1,12} )?todo\b|\btodo to be added\b/i],
      [
        0.5,
        /\b(?:we|i)(?:'ll| will| can| should) (?:\S{1,20} ){1,6}(?:later|afterwards|eventually)\b|\bin a follow-?up\b/i,
      ],
    ],
    against: [[0.6, /\?$/]],
  },
  {
    kind: 'blocker',
    speaks: [
      [
        0.6,
        /\bstill (?:fail|broken|get|see|no\b|not|some|the)\w*|\bmalform\w{1,8}|\brun failed\b|\b(?:not working|isn't working|(?:doesn't|does not|didn't) (?:work|seem|happen)|something (?:is )?(?:odd|wrong|weird))\b|\bmissing\b.{0,40}\bagain\b|\b(?:there's|is|a) (?:a )?bug\b/i,
      ],
      [
        0.5,
        /\b(?:i (?:get|got)|i(?: am|'m) seeing|got this|giving me|we seem)\b|\bfailed to\b|\black(?:s|ing)\b|^(?:bug|error)\b.{0,30}:|\baccidentally\b|\binvestigate\b.{0,30}\b(?:why|error)\b|\bnot seeing\b/i,
      ],
      [
        0.5,
        /\b(?:does not|doesn't|did not|didn't|is not|isn't|seems? to not|never)\b|\bthere(?: is|'s) no\b|\bNOT\b|\bnothing is\b/,
      ],
      [0.3, /\b(?:error|fail(?:s|ed|ing)|broken|nothing|won't|don't see|bug|anymore)\b/i],
    ],
    against: [
      [
        0.5,
        /\?$|^(?:if|add|make|create|update|should|can|could)\b|\bshould(?:n't)?\b|\b(?:make|makes) (?:\w{1,8} )?sense\b|\brelevant\b/i,
      ],
    ],
  },
  {
    kind: 'question',
    speaks: [[0.6, /\?["')]?$/]],
    against: [
      [
        0.6,
        /^(?:(?:and|ok|so),? )?(?:can|could|would|will) (?:you|we)\b|\b(?:make sense|do you think|you sure|right|yeah|no)\?$/i,
      ],
    ],
  },
]
