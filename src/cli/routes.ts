import { buildRouteMap } from '@stricli/core'
import brief from './commands/brief.ts'
import chat from './commands/chat.ts'
import checkpoint from './commands/checkpoint.ts'
import completion from './commands/completion.ts'
import config from './commands/config.ts'
import doctor from './commands/doctor.ts'
import forget from './commands/forget.ts'
import handoff from './commands/handoff.ts'
import hook from './commands/hook.ts'
import importHistories from './commands/import.ts'
import init from './commands/init.ts'
import mcp from './commands/mcp.ts'
import addRule from './commands/memory/add.ts'
import conflicts from './commands/memory/conflicts.ts'
import { approve, reject } from './commands/memory/decide.ts'
import edit from './commands/memory/edit.ts'
import exportRules from './commands/memory/export.ts'
import forgetRule from './commands/memory/forget.ts'
import listRules from './commands/memory/list.ts'
import propose from './commands/memory/propose.ts'
import review from './commands/memory/review.ts'
import search from './commands/memory/search.ts'
import showRule from './commands/memory/show.ts'
import add from './commands/note/add.ts'
import close from './commands/note/close.ts'
import rebuild from './commands/rebuild.ts'
import recover from './commands/recover.ts'
import branch from './commands/session/branch.ts'
import cleanup from './commands/session/cleanup.ts'
import complete from './commands/session/complete.ts'
import end from './commands/session/end.ts'
import exportSession from './commands/session/export.ts'
import history from './commands/session/history.ts'
import importSession from './commands/session/import.ts'
import list from './commands/session/list.ts'
import merge from './commands/session/merge.ts'
import resume from './commands/session/resume.ts'
import show from './commands/session/show.ts'
import start from './commands/session/start.ts'
import status from './commands/session/status.ts'
import suspend from './commands/session/suspend.ts'
import tag from './commands/session/tag.ts'
import title from './commands/session/title.ts'
import tree from './commands/session/tree.ts'
import uninstall from './commands/uninstall.ts'
import verify from './commands/verify.ts'

const session = buildRouteMap({
  routes: {
    start,
    end,
    status,
    list,
    show,
    history,
    suspend,
    resume,
    complete,
    cleanup,
    tag,
    title,
    branch,
    merge,
    tree,
    export: exportSession,
    import: importSession,
  },
  docs: { brief: 'Start, inspect, resume and end sessions' },
})

/** All commands. */
export const routes = buildRouteMap({
  routes: {
    init,
    uninstall,
    doctor,
    session,
    sessions: list,
    brief,
    note: buildRouteMap({
      routes: { ...add, ...close },
      docs: { brief: 'Record decisions, blockers, next actions and facts' },
    }),
    checkpoint,
    handoff,
    memory: buildRouteMap({
      routes: {
        list: listRules,
        show: showRule,
        add: addRule,
        propose,
        review,
        approve,
        reject,
        edit,
        forget: forgetRule,
        search,
        conflicts,
        export: exportRules,
      },
      docs: { brief: 'Manage the rules that agents get at session start' },
    }),
    chat,
    recover,
    import: importHistories,
    verify,
    rebuild,
    forget,
    config: buildRouteMap({ routes: config, docs: { brief: 'Read and change settings' } }),
    hook,
    mcp,
    completion: buildRouteMap({ routes: completion, docs: { brief: 'Print shell completion scripts' } }),
  },
  docs: {
    brief: 'Your coding agent picks up where it left off',
    fullDescription:
      'leftoff records what coding agents do in an append-only event log and briefs the next session on it. All data is in one directory (leftoff config path). Every command accepts --help; every command except hook and mcp accepts --json. Exit codes: 0 ok, 1 failed, 2 usage, 3 not found, 4 damaged, 5 busy.',
  },
})
