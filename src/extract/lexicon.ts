/**
 * Words and phrases with similar meaning, grouped into classes. Each class is a feature whose weight per kind is
 * fitted. The part before the dot is the group: c for a choice, p for a problem, n for later work, s for something
 * solved. Phrases have at most four words, as `words.ts` splits them.
 */
export const LEXICON: Readonly<Record<string, string>> = {
  'c.chose':
    "decided, chose, chosen, opted, picked, settled on, going with, went with, stuck with, go with, in favor of, in favour of, agreed to, agreed on, we'll use, we'll go with, we'll keep, on board with, stick with, stick to, i'll lock, took the, accepted, resolved by",
  'c.decision':
    'decision, decisions, design choice, design choices, key choices, judgment call, judgment calls, trade-off, trade-offs, tradeoff, tradeoffs, is decided, ground rules, settled',
  'c.prefer':
    "prefer, preferred, prefers, preference, leaning, i'd rather, rather not, favor, favour, ideally",
  'c.kept':
    'kept, i kept, left as-is, left as is, left alone, left it, left them, left those, left untouched, leave it, leave that, leave them, leave those, keeping, keep it, keep the, keep both, preserved, retained, stays as, as-is, as is',
  'c.stays':
    'stays, stay, remains, unchanged, untouched, verbatim, not changed, backward compatible, backwards compatible, backward-compatible, backward compatibility, not touched, unaffected',
  'c.skipped':
    "skipped, skip, ignored, ignore, excluded, exclude, declined, dismissed, rejected, won't add, left out, not included, omitted, omit, ruled out, rule out, didn't touch",
  'c.deferred':
    'deferred, defer, postponed, future consideration, future phase, for v1, post-v1, not in scope, out of scope, non-goal, non-goals, separate concern, later phase, scoped to, scope',
  'c.needless':
    "not needed, no need, not worth, unnecessary, not required, don't need, doesn't need, no changes needed, no change needed, no changes are needed, none needed, not a real issue, not applicable, not actionable, not viable, overkill, no new, no action needed, nothing to fix, not a bug",
  'c.deliberate':
    'deliberate, deliberately, intentional, intentionally, on purpose, by design, conscious, consciously, explicitly, load-bearing, non-negotiable, pinned, expected behavior',
  'c.rather':
    'rather than, instead of, as opposed to, in place of, over the, not the, not a, not just, not in, not from, not an',
  'c.instead': 'instead, rather',
  'c.fitting':
    'appropriate, acceptable, reasonable, is fine, are fine, fine as, sufficient, is enough, the right call, right place, right approach, makes sense, best we can, safe default, good enough, defensible',
  'c.better': 'better, simpler, simplest, cleaner, cleanest, safer, best, easier',
  'r.must': 'must, must not, mandatory, has to be, required to, requires that, needs to stay, non-negotiable',
  'r.ever': 'never, always, every time, going forward, from now on, only ever',
  'r.dont': "do not, don't, dont, must not, no more, not allowed, forbidden, cannot be relied",
  'r.rule':
    'rule, rules, convention, conventions, invariant, constraint, constraints, guarantee, contract, authoritative, single source of truth, per the, per your, consistent with, same pattern, matches the, mirrors',
  'r.only':
    'only when, only if, only for, only the, only on, only in, exclusively, mutually exclusive, by default, default to, defaults to, default',
  'w.should':
    "should be, should live, should stay, should, shouldn't, should not, ought to, it should, supposed to",
  'w.want': "we want, i want, i'd like, i would like, i would prefer, i'd prefer, i would, we need, i need",
  'w.lets': "let's, lets, let us, go for, just use, just do, just put",
  because:
    'because, since, so that, to avoid, otherwise, to keep, to prevent, for simplicity, due to, in order to, as that, which means, this means, which keeps, this keeps, avoids, ensures, the reason, reason, reasons, therefore, thus, so we, so the, so it',
  forNow:
    'for now, for this phase, at this point, this time, in this pr, for the moment, not yet, eventually',
  agree:
    "yes, yeah, yep, yup, sure, ok, okay, agreed, sounds good, makes sense, fair, exactly, good idea, great idea, i agree, i like, perfect, go ahead, let's go, proceed, confirmed",
  refuse:
    "no, nope, nah, won't, wouldn't, not good, don't like, don't love, don't want, get rid of, stop, garbage",
  did: 'added, updated, removed, created, fixed, renamed, replaced, moved, changed, refactored, implemented, wrote, extracted, deleted, rewrote, converted, committed, pushed, merged, rebased, verified, tested, ran, built, switched, wired, introduced, bumped, consolidated, simplified, documented, addressed, reworded, posted, replied, regenerated, amended, folded, migrated, cleaned, restored, resolved, completed, generated, corrected, registered, exposed, reproduced, checked, applied, saved, installed, marked, dropped, tightened, promoted, cached, normalized, collapsed',
  doing:
    'adds, updates, removes, creates, fixes, replaces, moves, changes, uses, handles, checks, returns, reads, writes, calls, runs, renders, shows, supports, includes, provides, covers, verifies, sets, gets, loads, takes, accepts, allows, makes, gives, tells, works, produces, contains, holds, stores, resolves, sends, prints, logs, passes, is now, are now, now uses, now shows, will now',
  order:
    'add, update, replace, remove, rename, create, use, move, extract, change, fix, make, switch, refactor, write, set, run, rerun, re-run, verify, delete, install, ensure, bump, tighten, build, split, introduce, take, test, check, document, implement, convert, rebuild, restart, open, wire, push, merge, commit, investigate, review, bind, clarify, specify, define, list, map, apply, register, put, bring, show, store, pass, validate, confirm, inspect, adjust, extend, configure, find, clean, handle, include, migrate, enforce, provide, start, finish, complete, improve, decide, audit, port, deploy, release, publish, mark, generate, expose, guard, strip, cap, reset, persist, decode, reply, respond, rebase, clone, retry, log, track, cover, support, allow, adapt, adopt, detect, treat, reuse, drop, eliminate, explicitly require, repeat, resolve, swap, teach, wait, emit, ship, append',
  'n.next': 'next, next step, next steps, next up, action items, upcoming, next :, next step :, next steps :',
  'n.left':
    "remaining, remains to, left to do, still needs, still need, still to, still open, outstanding, pending, not done, yet to, hasn't been, haven't been, not started, loose end, loose ends, left for you, unaddressed, awaiting, uncommitted, still running, is left",
  'n.todo':
    'todo, todos, to-do, to do, backlog, housekeeping, checklist, follow-up, followup, follow up, follow-ups, follow-up issues, noted for later, task',
  'n.later':
    'later, future, future work, in the future, eventually, down the road, at some point, before merging, before merge, before release, before shipping, before the, in a follow-up, separately, as a separate',
  'n.plan':
    'plan, plans, planned, phase, stage, steps, roadmap, build plan, proposed order, revised order, scope, requirements, layer, milestone, key changes, what changes, exact changes, required changes, manual steps, required setup, setup, to fix this, involves, how to fix, how to handle',
  'n.need':
    "needs to, need to, you'll need, you'll want, you need, you may want, you might want, you would want, will need, have to, has to, requires, needs a, needs an, would need, needed",
  'n.ready':
    "ready to, ready for, when you're ready, whenever you, when ready, ready when, when you want, when you",
  'n.remind':
    "remember to, make sure, don't forget, be sure, worth, worth doing, worth adding, worth a look, worth filing, worth checking, you can, you can now, please, you should, we should, to test, smoke test",
  'n.advise':
    "recommend, recommended, recommends, recommendation, recommendations, suggest, suggested, suggestion, suggestions, i'd, consider, proposal, proposed, propose, could add, advise, i'd do, my take",
  'n.fix':
    'the fix, fix direction, cheapest fix, possible fix, proper fix, one-line fix, fix should, suggested fix, proposed fix, fix now, mitigation, improvement, improvements, how to fix, fix plan, solution, easy fix, fix is, workaround',
  will: "will, i'll, we'll, you'll, going to, would, it'll, they'll, to be",
  narrate:
    "let me, let's, lets, now let, now i'll, i'll now, i'll start, i'll check, i'll help, first let, looking at, now add, now fix, now the, now update, i need to, i see, i'll create, i'll update, i'll fix, spawning, creating, delegating, proceeding",
  'p.fail':
    'fail, fails, failed, failing, failure, failures, broken, break, breaks, breaking, errors out, red, not working, unable, fatal',
  'p.crash':
    'crash, crashes, crashed, crashing, hang, hangs, dies, panic, panics, throws, times out, timeout, timed out, deadlock, regression, corrupt, corruption, corrupts, stuck, data loss, recurse, infinite',
  'p.error': 'error, errors, exception, warning, warnings, something wrong, something odd, undefined',
  'p.bug':
    'bug, bugs, defect, defects, culprit, root cause, real bug, problem, problems, issue, issues, the problem, the issue, the bug',
  'p.gap':
    'gap, gaps, hole, holes, flaw, landmine, smell, residual, residue, edge case, race, race condition, race window, leak, leaks, leaking, contradiction, mismatch, inconsistency, inconsistent, asymmetry, duplication, trap, ambiguity, weakness',
  'p.risk':
    'risk, risks, risky, caveat, caveats, limitation, limitations, drawback, drawbacks, downside, concern, concerns, heads-up, vulnerability, vulnerabilities, attacker, advisory, known issue, known limitation, notable, could break',
  'p.grade':
    'critical, severity, high, medium, low, nit, nits, minor, finding, findings, flag, flags, should-fix, valid, worth fixing, issues found, legitimate, confirmed',
  'p.missing':
    "missing, lacks, lack, lacking, absent, no validation, no check, no test, no tests, no fallback, no guard, no coverage, no mechanism, no way, no support, no existing, no logging, nothing, nobody, doesn't exist, does not exist, not exist, limited",
  'p.undone':
    'not handled, not covered, not wired, not supported, not implemented, not validated, not released, not closed, not cleared, not checked, not enforced, not persisted, not registered, not tested, not verified, not populated, not integrated, not applied, not used, untested, unverified, unsupported, not available, unavailable, not found, never run, never fires, never called, never checked, never tested, never removed, never populated, never reset, never ran, incomplete, partial, not fully, not yet, unresolved, unescaped, unsolved',
  'p.wrong':
    'wrong, incorrect, incorrectly, stale, outdated, misleading, confusing, unexpected, invalid, malformed, odd, weird, bad, typo, hardcoded, hard-coded, hardcodes, inaccurate, vague, over-broad, too loose, too small, dead code, fragile, flaky, unreliable, racy, latent, unsafe, hard to, no-op, misses, miss',
  'p.loss':
    'silently, silent, swallow, swallows, swallowing, loses, lose, lost, overwrites, overwritten, overwrote, discards, discarded, drops, ignores, orphaned, unnecessarily, poisons, bypass, bypasses, fragmented, truncated, accidentally, reintroduces, shadows, exposes, exposure',
  'p.block':
    "blocks, blocking, blocked, blocker, blockers, prevents, preventing, waiting for, waiting on, blocked on, blocked by, can't be, cannot be, in the way, stands in",
  'p.cannot':
    "i can't, i cannot, i couldn't, i was unable, unable to, couldn't, could not, don't have access, have no access, no access, can't run, i don't see, i don't have, weren't able, wasn't able, can't verify, did not run",
  negate:
    "not, doesn't, don't, didn't, isn't, aren't, wasn't, weren't, can't, cannot, couldn't, won't, wouldn't, hasn't, haven't, no, none, neither, nor, never, without",
  still: 'still, again, even though, anymore, keeps failing, already',
  but: 'but, however, although, though, except, unfortunately, whereas, despite',
  's.fixed':
    'fixed, resolved, works now, no longer, solved, closed, now works, fixes, already fixed, eliminated, are gone',
  's.passed':
    'passes, pass, passing, passed, clean, green, all tests, successful, successfully, verified, 0 issues, zero, survives, survived, confirms',
  's.done':
    'done, complete, completed, all done, finished, in place, landed, shipped, good, great, correct, correctly, properly, working, works, safe',
  past: 'was, were, had, previously, used to, originally, earlier, initially, old, been',
  now: 'now, currently, today, at present',
  maybe:
    'could, might, may, maybe, perhaps, probably, possibly, likely, potentially, would, optional, optionally, presumably, seems, seem, appears, looks like, i think',
  if: 'if, when, once, unless, whenever, in case, until, as long as',
  ask: 'want me to, shall i, should i, would you like, do you want, let me know, what do you think, which one, which would, does this, does that, is that, can we, can you, could you, are you, what, why, how, which, who, is there, are there, did you, do we, should we, thoughts, say the word, tell me, your call, happy to',
  option:
    'option, options, alternative, alternatives, either, choice, pros, cons, two ways, three ways, candidates, approaches, directions',
  user: 'you, your, yours',
  self: "i, my, i've, me, i'm",
  us: "we, our, us, we've, we're",
  it: 'it, this, that, these, those, they, them',
  explain:
    'which, means, meaning, for example, such as, namely, specifically, in other words, example, examples, how it works, why this happens, explains',
  test: 'test, tests, testing, suite, ci, lint, linter, build, builds, coverage, e2e, unit, integration, verification, smoke',
  doc: 'doc, docs, documentation, readme, comment, comments, changelog, description, spec, guide, note, notes',
  change:
    'changes, what changed, files, summary, modified, what was done, changes made, what i did, deliverables, result, results, behavior, behaviour, features, strengths, positive, verification, verified, background, context, current state, overview, existing, what landed, what happened, proof, files changed, already fixed, addressed, good news, current position, recent work',
}
