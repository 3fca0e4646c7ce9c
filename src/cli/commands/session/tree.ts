import { buildCommand } from '@stricli/core'
import { branchTreeOf, branchTrees } from '../../../app/branch/branch-tree.ts'
import { findSession } from '../../../app/lifecycle/find-session.ts'
import { answer } from '../../answer.ts'
import type { Context } from '../../context.ts'
import { jsonFlag, projectFlag, text } from '../../flags.ts'
import { projectIdsOf } from '../../here.ts'
import { treeText } from '../../present/tree.ts'

interface Flags {
  readonly project?: string
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Show sessions and their branches as a tree',
    fullDescription:
      'Shows the sessions of this project that have branches, as a tree: name or goal, the event where it branched off, state, time since the last activity, number of own messages, and merges. With an ID, shows only the tree of that session.',
  },
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        { brief: 'Only the tree of this session', parse: text, placeholder: 'ID', optional: true },
      ],
    },
    flags: { project: { ...projectFlag, brief: 'Use another project (directory or name)' }, json: jsonFlag },
  },
  async func(this: Context, flags: Flags, id?: string) {
    const world = await this.world()
    const { project } = flags
    const projects = project === undefined ? world.place.projectIds : await projectIdsOf(world, project)
    const trees =
      id === undefined
        ? await branchTrees(world, projects)
        : await branchTreeOf(world, (await findSession(world, id)).session)
    answer(this, flags, { trees }, (value) =>
      value.trees.length > 0
        ? treeText(value.trees, this.out)
        : 'No session in this project has branches. Create one: leftoff session branch',
    )
  },
})
