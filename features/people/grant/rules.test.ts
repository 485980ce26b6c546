import { describe, expect, test } from 'vitest'
import type { AccountId, EquipmentId, GroupId, ProjectId } from '../../../contract/fields.ts'
import { type Asking, cannotGive, type Granter, groupsOf, reachOf } from './rules.ts'

const [works, line, other] = [1, 2, 3] as GroupId[] as [GroupId, GroupId, GroupId]
const [pumpId, valveId] = [10, 11] as EquipmentId[] as [EquipmentId, EquipmentId]
const [someone, maker] = [5, 7] as AccountId[] as [AccountId, AccountId]
const groups = [
  { id: works, parentId: null },
  { id: line, parentId: works },
  { id: other, parentId: null },
]
const device = { id: pumpId, groupId: line, createdBy: maker }
const nobody: Asking = { accountId: someone, range: 'granted', colleagues: new Set(), given: [] }
const [town, city] = [20, 21] as ProjectId[] as [ProjectId, ProjectId]
const none = { equipmentId: null, groupId: null, projectId: null }
const group = (groupId: GroupId, mayWrite = false) => ({ ...none, groupId, mayWrite })
const one = (equipmentId: EquipmentId, mayWrite = false) => ({ ...none, equipmentId, mayWrite })
const project = (projectId: ProjectId, mayWrite = false) => ({ ...none, projectId, mayWrite })

describe('an account reaches a device', () => {
  test.each([
    ['not at all', {}, undefined],
    ['with a range over all', { range: 'all' }, { by: 'all', mayWrite: true }],
    ['that it created', { accountId: maker }, { by: 'made', mayWrite: true }],
    ['of its department', { range: 'department', colleagues: new Set([maker]) }, { by: 'department', mayWrite: true }],
    ['not by its department with a narrower range', { range: 'own', colleagues: new Set([maker]) }, undefined],
    ['directly', { given: [one(pumpId)] }, { by: 'grant', mayWrite: false }],
    ['by its group', { given: [group(line, true)] }, { by: 'grant', mayWrite: true }],
    ['by the group above', { given: [group(works)] }, { by: 'grant', mayWrite: false }],
    ['not by another group', { given: [group(other, true), one(valveId, true)] }, undefined],
    ['not by a project', { given: [project(town, true)] }, undefined],
    ['by the grant with more rights', { given: [one(pumpId), group(works, true)] }, { by: 'grant', mayWrite: true }],
  ] as const)('%s', (_, change, reach) => {
    const found = reachOf(device, { ...nobody, ...change }, groups)
    expect(found && { by: found.by, mayWrite: found.mayWrite }).toEqual(reach)
  })
})

test('a device is in its group and in the groups above', () => {
  expect(groupsOf(line, groups)).toEqual([line, works])
  expect(groupsOf(null, groups)).toEqual([])
})

describe('passing on', () => {
  const pump = { ...none, equipmentId: pumpId, name: 'Pump' }
  const lineGroup = { ...none, groupId: line, name: 'Line' }
  const townProject = { ...none, projectId: town, name: 'Town' }
  const all: Granter = { devices: 'all', writable: 'all', projects: 'all', writableProjects: 'all', given: [] }
  const some: Granter = {
    ...{ devices: [pumpId, valveId], writable: [valveId], given: [group(works)] },
    ...{ projects: [town, city], writableProjects: [city] },
  }
  test.each([
    ['all rights include every group', all, lineGroup, true, true],
    ['viewing a device allows granting it for viewing', some, pump, false, true],
    ['viewing a device does not allow granting it for writing', some, pump, true, false],
    ['an invisible device cannot be granted', { ...some, devices: [] }, pump, false, false],
    ['a granted group allows granting one below it', some, lineGroup, false, true],
    ['all rights include every project', all, townProject, true, true],
    ['viewing a project allows granting it for viewing', some, townProject, false, true],
    ['viewing a project does not allow granting it for editing', some, townProject, true, false],
    ['an invisible project cannot be granted', { ...some, projects: [] }, townProject, false, false],
    ['a group granted for viewing cannot be granted for writing', some, lineGroup, true, false],
    [
      'single devices of a group do not allow granting the group',
      { ...some, given: [one(pumpId)] },
      lineGroup,
      false,
      false,
    ],
  ] as const)('%s', (_, granter, object, mayWrite, isAllowed) =>
    expect(cannotGive(granter, object, mayWrite, groups)).toEqual(
      isAllowed ? undefined : { error: 'grantsMore', details: { what: object.name } },
    ),
  )
})
