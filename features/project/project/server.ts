import { fail } from '../../../contract/errors.ts'
import type { ProjectId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { loadFirstPictures } from '../../../db/page-picture.ts'
import { isAmong, type Sight } from '../../../db/sight.ts'
import { type Call, type RoomServer, serve } from '../../frame/serve.ts'
import { mvarRulesChanged } from '../../frame/spine-services.ts'
import { copyPages } from '../../page/open/page-copied.ts'
import { inOrder } from '../../page/page/rules.ts'
import { queryAlarmCount, queryEquipCount } from '../../page/page-values/contract.ts'
import { copyMvars } from '../../watch/open/mvar-copied.ts'
import { copyReports } from '../report/part-copied.ts'
import {
  addProject,
  addProjectEquips,
  copyProject,
  deleteProject,
  deleteProjectEquip,
  editProject,
  type Project,
  projectInfo,
  queryAllProjectEquips,
  queryNoBindEquips,
  queryProjectEquips,
  queryProjectOperations,
  queryProjects,
  queryProjectsByUser,
  saveProjectSeq,
  updateProjectKey,
} from './contract.ts'
import { type Counts, loadCounts, noCounts } from './count-store.ts'
import { loadOpenings } from './operation-store.ts'
import { copyName, ordered } from './rules.ts'
import {
  type AnyProject,
  copyEquips,
  insertEquips,
  insertProject,
  loadEquips,
  loadKey,
  loadOthers,
  loadProjects,
  loadTitles,
  lockProjects,
  putKey,
  putOrder,
  removeEquip,
  removeProject,
  updateProject,
} from './store.ts'

function refuseTaken(projects: readonly AnyProject[], name: string): void {
  if (projects.some((each) => each.name === name)) throw fail('nameExists', { name }, { field: 'name' })
}

async function found(sight: Sight, id: ProjectId): Promise<Project> {
  const [project] = await loadProjects(sight, id)
  if (!project) throw fail('notFound')
  return project
}

const objectOf = ({ id, name }: Project) => ({ type: 'project', id, name }) as const
const told = ({ name, note, errorValShow, errorDefaultVal }: Project) => ({
  ...{ name, note, errorValShow, errorDefaultVal },
})

const maySeeAlarms = ({ auths }: Call['user']): boolean => auths.includes('alarm:view')

/** The counts of a project, without alarms for a caller who may not see them. */
const countsFor = (user: Call['user'], counts: Counts = noCounts) =>
  maySeeAlarms(user) ? counts : { ...counts, alarmEquips: null, alarms: null }

/** The list has no pages, and each picture costs the reading of a document: projects beyond these have none. */
const mostPictures = 60

export default [
  serve(queryProjects, async ({ pictures }, { sight }) => {
    const projects = await loadProjects(sight)
    if (!pictures) return projects
    const [first, others] = [projects.slice(0, mostPictures), projects.slice(mostPictures)]
    const ids = first.map(({ id }) => id)
    const pictureOf = await loadFirstPictures(sight, 'project', ids)
    return [...first.map((project) => ({ ...project, picture: pictureOf.get(project.id) ?? null })), ...others]
  }),
  serve(queryProjectsByUser, async (_, { sight, user }) => {
    const counts = await loadCounts(sight)
    return (await loadProjects(sight)).map((project) => ({ ...project, ...countsFor(user, counts.get(project.id)) }))
  }),
  serve(queryProjectOperations, async (_, { sight, user }) => {
    const counts = await loadCounts(sight)
    const { shares, grants, pages } = await loadOpenings(sight)
    const sharing = user.auths.includes('share:edit')
    const granting = user.auths.includes('role:view')
    return (await loadProjects(sight)).map((project) => ({
      ...project,
      ...countsFor(user, counts.get(project.id)),
      isShared: sharing ? (shares.get(project.id)?.isShared ?? false) : null,
      grants: granting ? (grants.get(project.id)?.grants ?? 0) : null,
      pageSavedAt: pages.get(project.id)?.pageSavedAt ?? null,
    }))
  }),
  serve(queryEquipCount, async ({ projectId: id, online, alarm }, { sight, user }) => {
    if (alarm != null && !maySeeAlarms(user)) throw fail('noPermission', {}, { field: 'alarm' })
    return (await loadCounts(sight, { id, online, alarm })).get(id)?.equips ?? 0
  }),
  serve(
    queryAlarmCount,
    async ({ projectId: id }, { sight }) => (await loadCounts(sight, { id })).get(id)?.alarms ?? 0,
  ),
  serve(projectInfo, { openTo: ['page'] }, async ({ id }, { sight }) => {
    const pages = await loadTitles(sight, id)
    return { ...(await found(sight, id)), pageList: inOrder(pages).map(({ startup: _, ...page }) => page) }
  }),

  serve(addProject, { kind: 'change' }, async (entry, { sight, user, now }) => {
    const projects = await lockProjects(sight)
    if (projects.length >= limits.projects) throw fail('projectCapacity', { limit: limits.projects })
    refuseTaken(projects, entry.name)
    const at = now()
    const row = {
      ...{ name: entry.name, note: entry.note ?? '', seq: Math.max(0, ...projects.map((each) => each.seq)) + 1 },
      ...{ errorValShow: 'custom' as const, errorDefaultVal: '0', createdAt: at, updatedAt: at },
    }
    const id = await insertProject(sight, { ...row, createdBy: user.accountId })
    // Counts are 0: the visible projects of the call were determined before this one existed.
    const data = { ...row, id, equips: 0, pages: 0, homePageId: null }
    return { act: 'add', object: objectOf(data), after: told(data), data }
  }),

  serve(copyProject, { kind: 'change' }, async ({ id: from }, call) => {
    const { sight, user, now, language } = call
    const projects = await lockProjects(sight)
    if (projects.length >= limits.projects) throw fail('projectCapacity', { limit: limits.projects })
    const before = await found(sight, from)
    const { note, errorValShow, errorDefaultVal, homePageId } = before
    const name = copyName(
      before.name,
      projects.map((each) => each.name),
      language,
    )
    const seq = Math.max(0, ...projects.map((each) => each.seq)) + 1
    const at = now()
    const row = { name, note, seq, errorValShow, errorDefaultVal, createdAt: at, updatedAt: at }
    const id = await insertProject(sight, { ...row, createdBy: user.accountId })
    const inner = await sight.withNew(id)
    const equips = await copyEquips(inner, from, id, (equipmentId) => isAmong(user.writable, equipmentId))
    const mvars = await copyMvars(inner, from, id, at)
    const reports = await copyReports(inner, { from, to: id, mvars, at })
    const pages = await copyPages(inner, { from, to: id, mvars, reports }, call)
    const data = { ...row, id, equips, pages, homePageId: homePageId && (await found(inner, id)).homePageId }
    const after = { ...told(data), equips, pages, mvars: mvars.size, reports: reports.size }
    return { act: 'copyProject', object: objectOf(data), before: { project: from, name: before.name }, after, data }
  }),

  serve(editProject, { kind: 'change' }, async ({ id, note, ...entry }, { sight, now }) => {
    const projects = await lockProjects(sight)
    const before = await found(sight, id)
    if (entry.name !== before.name) refuseTaken(projects, entry.name)
    await updateProject(sight, id, { ...entry, note: note ?? '', updatedAt: now() })
    const data = await found(sight, id)
    return { act: 'edit', object: objectOf(data), before: told(before), after: told(data), data }
  }),

  serve(deleteProject, { kind: 'change' }, async ({ id }, { sight, use }) => {
    const before = await found(sight, id)
    await removeProject(sight, id)
    const { pages, equips } = before
    const was = { ...told(before), pages, equips }
    return { act: 'delete', object: objectOf(before), before: was, data: null, afterwards: use(mvarRulesChanged) }
  }),

  serve(saveProjectSeq, { kind: 'change' }, async ({ ids }, { sight }) => {
    const projects = await lockProjects(sight)
    const idsOf = (list: readonly Pick<Project, 'id'>[]) => list.map(({ id }) => id)
    await putOrder(sight, ordered(idsOf(projects), idsOf(await loadProjects(sight)), ids))
    const first = await found(sight, ids[0]!)
    return { act: 'sortProjects', object: objectOf(first), after: { ids }, data: null }
  }),

  serve(queryProjectEquips, ({ projectId }, { sight }) => loadEquips(sight, projectId)),
  serve(queryAllProjectEquips, ({ projectId }, { sight }) => loadEquips(sight, projectId)),
  serve(queryNoBindEquips, ({ projectId }, { sight }) => loadOthers(sight, projectId)),

  serve(addProjectEquips, { kind: 'change' }, async ({ projectId, equipmentIds }, { sight, now, use }) => {
    await sight.lock('project')
    const project = await found(sight, projectId)
    const wanted = [...new Set(equipmentIds)]
    const added = await insertEquips(sight, projectId, wanted, now())
    const object = objectOf(project)
    return {
      act: 'addProjectEquips',
      object,
      after: { equipmentIds: wanted },
      data: { added },
      afterwards: use(mvarRulesChanged),
    }
  }),

  serve(deleteProjectEquip, { kind: 'change' }, async ({ projectId, equipmentId }, { sight, use }) => {
    const project = await found(sight, projectId)
    await removeEquip(sight, projectId, equipmentId)
    const object = objectOf(project)
    return { act: 'deleteProjectEquip', object, before: { equipmentId }, data: null, afterwards: use(mvarRulesChanged) }
  }),

  serve(updateProjectKey, { kind: 'change' }, async ({ projectId, equipmentId, signalId: asked }, { sight }) => {
    const project = await found(sight, projectId)
    const signalId = asked ?? null
    if (signalId !== null && !(await loadKey(sight, equipmentId, signalId)))
      throw fail('keyOfDevice', {}, { field: 'signalId' })
    if (!(await putKey(sight, projectId, equipmentId, signalId))) throw fail('notFound')
    return { act: 'updateProjectKey', object: objectOf(project), after: { equipmentId, signalId }, data: null }
  }),
] satisfies RoomServer
