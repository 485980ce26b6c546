// Groups of devices: a tree of at most 10 levels with at most 500 children each. [S8 1201, 1202] [S9]
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import { GroupId, numeric, text } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'

export const Group = z.object({
  id: GroupId,
  parentId: GroupId.nullable(),
  name: z.string(),
  sort: z.number(),
  /** Number of devices directly in the group. */
  equipmentCount: z.number(),
})
export type Group = z.output<typeof Group>

const name = text(limits.groupNameLength)
const parentId = GroupId.nullable().default(null)

export const queryGroups = post('/lfscada/group/query', {
  may: 'equipment:view',
  about: 'All groups of the organisation, flat, ordered by level and sort number.',
  input: nothing,
  output: z.array(Group),
})

export const addGroup = post('/lfscada/group/add', {
  may: 'group:edit',
  on: { group: 'parentId' },
  about: 'Adds a group below a parent, or at the top level.',
  input: z.object({ parentId, name }),
  output: Group,
})

export const editGroup = post('/lfscada/group/edit', {
  may: 'group:edit',
  on: { group: ['id', 'parentId'] },
  about: 'Renames or moves a group.',
  input: z.object({ id: GroupId, parentId, name, sort: numeric(z.number().int().min(0).max(1_000_000)).optional() }),
  output: Group,
})

export const deleteGroup = post('/lfscada/group/delete', {
  may: 'group:edit',
  on: { group: 'id' },
  about: 'Deletes a group without subgroups; its devices become ungrouped.',
  input: z.object({ id: GroupId }),
  output: done,
})

export const queryMonitorGroups = post('/lfscada/monitor/group/query', {
  may: 'monitor:view',
  about: 'The groups for monitoring, with the number of devices in the group and all below it.',
  input: nothing,
  output: z.object({
    total: z.number(),
    ungrouped: z.number(),
    mine: z.number(),
    groups: z.array(Group.extend({ totalCount: z.number() })),
  }),
})
