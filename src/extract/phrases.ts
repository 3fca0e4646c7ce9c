/**
 * Phrases that count for or against a kind, by speaker, and what titles imply about the items below them. Compiled by
 * hand before the weights were fitted; their weights are fitted too. Words and punctuation are separated by spaces.
 */
export const PHRASES: Readonly<Record<string, string>> = {
  'agent.decision.1':
    "agreed on, agreed that, agreed to, convention :, going with, rule :, scoped to, we'll keep, we'll skip, we'll use, in favor of, in favour of, no need for, no need to, the agreed approach, the agreed design, the chosen approach, the chosen design, we'll go with",
  'agent.decision.2':
    'conscious, consciously, deliberate, deliberately, intentional, intentionally, by design, on purpose',
  'agent.decision.3':
    "deciding factor, decision :, i chose, i decided, i declined, i kept, i opted, i picked, i settled, i skipped, i won't, i wouldn't, i'd keep, i'd leave, i'd lock, i'll always, i'll keep, i'll leave, i'll lock, i've chose, i've decided, i've declined, i've kept, i've opted, i've picked, i've settled, i've skipped, only correct, we chose, we decided, we declined, we kept, we opted, we picked, we settled, we skipped, we've chose, we've decided, we've declined, we've kept, we've opted, we've picked, we've settled, we've skipped, i have chose, i have decided, i have declined, i have kept, i have opted, i have picked, i have settled, i have skipped, i stuck with, i went with, i will always, i will keep, i will leave, i will lock, i've stuck with, i've went with, we have chose, we have decided, we have declined, we have kept, we have opted, we have picked, we have settled, we have skipped, we stuck with, we went with, we've stuck with, we've went with, i have stuck with, i have went with, we have stuck with, we have went with",
  'agent.decision.4':
    'declined, deferred, ignored, kept, left, skipped, is excluded, leave alone, leave as-is, leave out, leave unchanged, leave untouched, leave verbatim, leaving alone, leaving as-is, leaving out, leaving unchanged, leaving untouched, leaving verbatim, not needed, not viable, stay alone, stay as-is, stay out, stay unchanged, stay untouched, stay verbatim, stays alone, stays as-is, stays out, stays unchanged, stays untouched, stays verbatim',
  'agent.decision.5':
    'favored, favoring, favoured, favouring, prefer, preferred, preferring, prefers, instead of, rather than, safer to, as opposed to',
  'agent.decision.6':
    'remain, remains, stay, stays, unchanged, by default, default to, defaults to, not changed',
  'agent.decision.7':
    'matches, mirror, mirrors, consistent with, only fires, only for, only if, only when, per the, per your, same pattern as, same shape as',
  'agent.decision.8': 'not a, not an, not from, not in, not just, not the',
  'agent.decision.9':
    'non-goal, non-goals, non-negotiable, deferred to, deferred until, is decided, not worth, no change needed, no changes needed, out of scope, best we can do',
  'agent.decision.10': 'always, must, never, do not',
  'agent.decision.11': 'always, must, never',
  'agent.decision.12':
    'anyway, because, otherwise, since, for now, for simplicity, so that, this avoids, this ensures, this keeps, this means, this preserves, this prevents, to avoid, to keep, to prevent, which avoids, which ensures, which keeps, which means, which preserves, which prevents, would be, would collapse, would make, would wrongly, would just be, would just collapse, would just make, would just wrongly, would only be, would only collapse, would only make, would only wrongly',
  'agent.decision.13':
    "are appropriate, are enough, are fine, are mandatory, are reasonable, are sufficient, is appropriate, is enough, is fine, is mandatory, is reasonable, is sufficient, should handle, should live, should remain, should standardise, should standardize, should stay, shouldn't be, are the right call, are the right place, is the right call, is the right place",
  'agent.decision.not.1': 'thank, unstaged, untracked, of the commit',
  'agent.decision.not.2':
    'it emphasises, it emphasizes, it ensures, it explains, it means, this emphasises, this emphasizes, this ensures, this explains, this means',
  'agent.decision.not.3':
    'added, changed, created, fixed, moved, refactored, removed, renamed, replaced, updated',
  'agent.decision.not.4':
    "could, may, might, recommend, i'd lean, i'd suggest, i would lean, i would suggest",
  'agent.decision.not.5':
    "i'll check, i'll first, i'll now, i'll start, let me, now add, now check, now i, now let, now update, you're right",
  'agent.next.1':
    "before merge, before merging, before release, before shipping, plan to, remember to, don't forget to, left to do, make sure to, not done yet, yet to be",
  'agent.next.2':
    'should also, need a entry, need a migration, need a rebuild, need a restart, need a review, need a test, need an entry, need an migration, need an rebuild, need an restart, need an review, need an test, needs a entry, needs a migration, needs a rebuild, needs a restart, needs a review, needs a test, needs an entry, needs an migration, needs an rebuild, needs an restart, needs an review, needs an test',
  'agent.next.3': 'next :',
  'agent.next.4':
    'remaining :, remaining change, remaining changes, remaining item, remaining items, remaining piece, remaining task, remaining tasks, remaining work',
  'agent.next.5':
    "needs /, still need, still needs, still pending, still running, hasn't been done, hasn't been run, hasn't been tested, hasn't been updated, haven't been done, haven't been run, haven't been tested, haven't been updated, need a follow, need to add, need to decide, need to map, need to run, need to update, needs a follow, needs to add, needs to decide, needs to map, needs to run, needs to update, still has to, still have to, still to be, still to do, need to be added, need to be done, need to be fixed, need to be removed, need to be run, need to be tested, need to be updated, needs to be added, needs to be done, needs to be fixed, needs to be removed, needs to be run, needs to be tested, needs to be updated",
  'agent.next.6':
    "you'll need, fix should be, i'll need to, when you're ready, you can re-run, you can rerun, you can run, you can test, you can try, you can verify, you have to, you need to, you want a, you want to, you will need, you'll have to, you'll want a, you'll want to, i think we should, you can now re-run, you can now rerun, you can now run, you can now test, you can now try, you can now verify, you may have to, you may need to, you may want a, you may want to, you might have to, you might need to, you might want a, you might want to, you will have to, you will want a, you will want to, you would have to, you would need to, you would want a, you would want to",
  'agent.next.7':
    'can be deleted, can be removed, should be added, should be addressed, should be done, should be fixed, should be removed, should be tested, should be updated, should get updated',
  'agent.next.8':
    'future improvement, future optimisation, future optimization, future work, good follow-up, good followup, great follow-up, great followup, loose end, loose ends, natural follow-up, natural followup, small follow-up, small followup, todo :, as a follow-up, as a followup, as an follow-up, as an followup, we can address later, we can address when, when you get a chance',
  'agent.next.9': "i'd do, natural next, recommendation :, worth a look",
  'agent.next.10':
    're-build, re-run, re-test, rebuild, rerun, restart, retest, to test, open a fresh, open a new, ready for the, ready for you to',
  'agent.next.not.1': 'new todo :',
  'agent.next.not.2':
    "let's, now, shall, should, want, would, let me, that way, i need to, let you know, say the word",
  'agent.blocker.1':
    'crashes, crashing, deadlock, hangs, regression, blocked by, blocked on, data loss, time out, times out, waiting for you, waiting for your, waiting on you, waiting on your',
  'agent.blocker.2':
    "lacking, lacks, aren't checked, aren't cleared, aren't closed, aren't covered, aren't enforced, aren't exposed, aren't handled, aren't persisted, aren't propagated, aren't registered, aren't released, aren't supported, aren't validated, aren't wired, isn't checked, isn't cleared, isn't closed, isn't covered, isn't enforced, isn't exposed, isn't handled, isn't persisted, isn't propagated, isn't registered, isn't released, isn't supported, isn't validated, isn't wired, never checked, never cleared, never closed, never covered, never enforced, never exposed, never handled, never persisted, never propagated, never registered, never released, never supported, never validated, never wired, no check, no coverage, no fallback, no guard, no mechanism, no migration, no test, no tests, no validation, not checked, not cleared, not closed, not covered, not enforced, not exposed, not handled, not persisted, not propagated, not registered, not released, not supported, not validated, not wired, wasn't checked, wasn't cleared, wasn't closed, wasn't covered, wasn't enforced, wasn't exposed, wasn't handled, wasn't persisted, wasn't propagated, wasn't registered, wasn't released, wasn't supported, wasn't validated, wasn't wired, no formal check, no formal coverage, no formal fallback, no formal guard, no formal mechanism, no formal migration, no formal test, no formal tests, no formal validation, no minimum check, no minimum coverage, no minimum fallback, no minimum guard, no minimum mechanism, no minimum migration, no minimum test, no minimum tests, no proper check, no proper coverage, no proper fallback, no proper guard, no proper mechanism, no proper migration, no proper test, no proper tests, no proper validation",
  'agent.blocker.3':
    'discards, inconsistent, incorrect, incorrectly, lose, loses, mismatch, overwrites, swallow, swallowing, swallows, unnecessarily, unnecessary',
  'agent.blocker.4':
    'pre-existingbug, pre-existingfailure, pre-existingissue, untested, not applied, not implemented, not tested, not verified, still broken, still contain, still crash, still fail, still getting, still leak, still miss, still open, still read, still seeing, still show, test fail, test failing, tests fail, tests failing, has a bug, is the wrong, not actually applied, not actually implemented, not actually tested, not actually verified, not yet applied, not yet implemented, not yet tested, not yet verified, test was not run, test were not run, tests was not run, tests were not run',
  'agent.blocker.5': 'breaks, broken, dies, fail, failing, fails',
  'agent.blocker.6':
    'bug :, bug found, bug is, culprit :, culprit is, gap :, gap is, issue :, issue is, problem :, problem is, real bug, risk :, risk is, is a bug',
  'agent.blocker.7':
    "blocking, leak, leaks, misses, orphaned, preventing, silently, unverified, i'll flag, never called, never checked, never fire, never fires, never run, never tested, one caveat, one limitation, one residual, race condition, race window",
  'agent.blocker.8':
    "i can't, i cannot, i couldn't, i also can't, i also cannot, i also couldn't, i don't have access, i don't have permission, i have no access, i was unable to, i also don't have access, i also don't have permission, i also don't see a, i also have no access, i also was unable to",
  'agent.blocker.9':
    "aren't, can't, cannot, doesn't, isn't, nothing, does not, no existing, no longer, no way, unable to",
  'agent.blocker.10': 'but, however, only shows, only supports, only works',
  'agent.blocker.11': 'caveat, flaky, hardcoded, incomplete, limitation, missing, stale, unsolved, wrong',
  'agent.blocker.not.1':
    'clean, fixed, had, now, pass, passed, passes, previously, reason, resolved, safe, verified, was, were, no longer',
  'agent.blocker.not.2': 'could, might, when, would, so that',
  'user.decision.1':
    "ignore it, ignore that, ignore the, is fine, isn't needed, leave it, leave that, leave them, not needed, rather not, skip it, skip that, skip the, stick to, stick with, that's fine, won't work, fine by me",
  'user.decision.2':
    "let's address, let's do, let's drop, let's fix, let's have, let's just, let's keep, let's leave, let's not, let's remove, let's skip, let's stick, let's tackle, let's use, lets address, lets do, lets drop, lets fix, lets have, lets just, lets keep, lets leave, lets not, lets remove, lets skip, lets stick, lets tackle, lets use, let's get this, let's go for, let's go with, lets get this, lets go for, lets go with",
  'user.decision.3': 'instead, rather than',
  'user.decision.4':
    "agree, always, don't, dont, drop, ideally, leaning, must, never, prefer, should, shouldn't, do not, for now, go with, isn't relevant, just use, make sense, makes sense, no need, make no sense, make total sense, makes no sense, makes total sense, we're going to",
  'user.decision.5':
    "i want, i'll do, it should, only for, only on, we can, we want, i would be, i would only, i would prefer, i would rather, i'd like to",
  'user.decision.6':
    "nah do, nah don't, nah go, nah just, nah keep, nah leave, nah make, nah put, nah use, no do, no don't, no go, no just, no keep, no leave, no make, no put, no use, nope do, nope don't, nope go, nope just, nope keep, nope leave, nope make, nope put, nope use",
  'user.decision.not.1': 'add, check, create, investigate, look, read, update, validate, verify',
  'user.decision.not.2':
    "are, can, could, how, what, why, don't get, don't know, don't see, don't understand, there should, you should, the question is, i want to do, i want to know, i want to understand, i want you to do, i want you to know, i want you to understand",
  'user.next.1':
    'add todo, added todo, create todo, log todo, loged todo, note todo, noteed todo, add a todo, add another todo, added a todo, added another todo, create a todo, create another todo, log a todo, log another todo, loged a todo, loged another todo, note a todo, note another todo, noteed a todo, noteed another todo, todo to be added',
  'user.next.2': 'in a follow-up, in a followup',
  'user.blocker.1':
    "missingagain, a bug, didn't happen, didn't seem, didn't work, doesn't happen, doesn't seem, doesn't work, is bug, isn't working, not working, run failed, something odd, something weird, something wrong, still broken, still fail, still get, still no, still not, still see, still some, still the, there's bug, does not happen, does not seem, does not work, something is odd, something is weird, something is wrong",
  'user.blocker.2':
    "accidentally, lacking, lacks, bug :, error :, failed to, giving me, got this, i get, i got, i'm seeing, not seeing, we seem, i am seeing",
  'user.blocker.3': "didn't, doesn't, isn't, never, not, nothing is, there's no, there is no",
  'user.blocker.4': "anymore, broken, bug, error, failed, failing, fails, nothing, won't, don't see",
  'user.blocker.not.1': "add, can, could, create, make, relevant, should, shouldn't, update, makes sense",
  'title.option':
    'alternatives, option, options, three approaches, three directions, three ways, two approaches, two directions, two ways',
  'title.question': 'open question, open questions, question for you, questions for you',
  'title.decision':
    'constraint, constraints, convention, conventions, decided, decision, decisions, deferred, non-goal, non-goals, nongoal, nongoals, skipped, trade-off, trade-offs, tradeoff, tradeoffs, unchanged, design choice, design choices, going forward, ground rules, judgement call, judgement calls, judgment call, judgment calls, key choices, left alone, not changed, why not, out of scope',
  'title.blocker':
    'blocked, blocker, blockers, bug, bugs, caveat, caveats, concerns, critical, drawbacks, failures, findings, gaps, high, high-priority, impact, issue, issues, limitations, low, low-priority, medium, medium-priority, nits, problem, problems, risk, risks, could break, failed test, failed tests, failing test, failing tests, needs fixing, worth fixing',
  'title.report':
    'addressed, background, behavior, behaviour, complete, completed, context, done, existing, fixed, fixes, flow, implemented, positive, strengths, summary, tests, usage, verification, verified, change made, changes made, current state, file changed, file modified, file touched, files changed, files modified, files touched, test result, test results, the fix, what built, what changed, what did, what exists, what happened, what happens, what ibuilt, what ichanged, what idid, what idone, what iexists, what ifixed, what ihappened, what ihappens, what ilanded, what landed, what wasbuilt, what waschanged, what wasdid, what wasdone, what wasexists, what wasfixed, what washappened, what washappens, what waslanded, what webuilt, what wechanged, what wedid, what wedone, what weexists, what wefixed, what wehappened, what wehappens, what welanded, what has beenbuilt, what has beenchanged, what has beendid, what has beendone, what has beenexists, what has beenfixed, what has beenhappened, what has beenhappens, what has beenlanded, what i built, what i changed, what i did, what i exists, what i happened, what i happens, what i landed, what was built, what was changed, what was did, what was exists, what was happened, what was happens, what was landed, what we built, what we changed, what we did, what we exists, what we happened, what we happens, what we landed, what has been built, what has been changed, what has been did, what has been exists, what has been happened, what has been happens, what has been landed, what iyou now have, what wasyou now have, what weyou now have, what you now have, what has beenyou now have, what i you now have, what was you now have, what we you now have',
  'title.proposal':
    "fix, plan, proposal, proposed, scope, could help, exact changes, recommended approach, recommended change, recommended changes, required changes, revised order, suggested change, suggested changes, this involves, what changes, should look like, what i'd do, what needs fixing, what i'd actually do, what needs to change, what needs to be done",
  'title.next':
    "follow-up, follow-ups, followup, followups, housekeeping, next, outstanding, remaining, to-do, to-dos, todo, todos, action items, before i, before merge, before proceeding, for later, going to, pending item, pending items, pending task, pending tasks, pending work, proceed to, what remains, what's left, whats left, left for you, left to do, still to do, what is left, what to do",
}
