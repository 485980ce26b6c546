import { randomInt } from 'node:crypto'
import { fail } from '../../../contract/errors.ts'
import type { PageId, ProjectId } from '../../../contract/fields.ts'
import { drawToken } from '../../../core/draw-token.ts'
import { networkOf } from '../../../core/network-of.ts'
import { sha256 } from '../../../core/sha256.ts'
import { keyWithPage } from '../../frame/permission-words.ts'
import { type ChangeCall, type OpenCall, type RoomServer, serve } from '../../frame/serve.ts'
import { visitorOf } from '../../frame/spine-services.ts'
import { inOrder } from '../../page/page/rules.ts'
import { codes } from '../../platform/verification/contract.ts'
import { standingAlarms } from '../../watch/open/alarm-listed.ts'
import {
  addDisplay,
  beginPairing,
  countDisplays,
  type Display,
  type DisplayEntry,
  type DisplayId,
  deleteDisplay,
  editDisplay,
  enterDisplay,
  pairDisplay,
  pairingState,
  queryDisplays,
  renewDisplayLink,
  signOutDisplay,
  wallPages,
  wallState,
} from './contract.ts'
import { errors } from './errors.ts'
import { codeLength, codeLetters, displayLimits, displayPermissions, pagesShown, plainCode } from './rules.ts'
import {
  countByProject,
  countDevices,
  endSession,
  insertDisplay,
  insertPairing,
  loadBinds,
  loadDisplay,
  loadDisplays,
  loadPages,
  loadPairing,
  loadSilent,
  loadWall,
  pairingStands,
  projectName,
  putLink,
  putShown,
  removeDisplay,
  removePairing,
  signIn,
  signInByLink,
  updateDisplay,
} from './store.ts'

const objectOf = ({ id, name }: Pick<Display, 'id' | 'name'>) => ({ type: 'display', id, name }) as const

const told = ({ name, projectId, pageIds, seconds, theme, language }: DisplayEntry & { projectId: ProjectId }) => ({
  ...{ projectId, name, pageIds, seconds, theme, language },
})

/** The display, with a lock so that changes to the displays of its project run one after the other. */
async function held({ sight, now }: ChangeCall, id: DisplayId): Promise<Display> {
  const display = await loadDisplay(sight, id, now())
  if (!display) throw fail('notFound')
  await sight.lock(`displays of ${display.projectId}`)
  return display
}

/** Refuses accounts that lack a permission of displays: they must not pass on what they do not have. */
function refuseBeyond({ user, language }: ChangeCall): void {
  const lacked = displayPermissions.find((key) => !user.auths.includes(key))
  if (lacked) throw fail('grantsMore', { what: keyWithPage(lacked, language) })
}

const unseen = { en: 'devices of the project that you do not see', 'zh-cn': '项目中您无权查看的设备' }

/**
 * Refuses accounts that cannot see all devices of the project: a display shows alarms and silent devices of all of
 * them.
 */
async function refuseUnseen(
  { sight, ownSight, user, language }: Pick<ChangeCall, 'sight' | 'ownSight' | 'user' | 'language'>,
  projectId: ProjectId,
): Promise<void> {
  if (user.devices === 'all') return
  if ((await countDevices(ownSight, projectId)) < (await countDevices(sight, projectId)))
    throw fail('grantsMore', { what: unseen[language] })
}

/** Checks that the name is unique in the project, and that the pages belong to it, each once. */
async function mustFit(
  { sight }: Pick<ChangeCall, 'sight'>,
  { name, pageIds }: DisplayEntry,
  others: readonly Display[],
  projectId: ProjectId,
): Promise<void> {
  if (others.some((each) => each.name === name)) throw fail('nameExists', { name }, { field: 'name' })
  const own = new Set<PageId>((await loadPages(sight, projectId)).map(({ id }) => id))
  if (!pageIds.every((id) => own.has(id)) || new Set(pageIds).size < pageIds.length)
    throw fail('notFound', {}, { field: 'pageIds' })
}

const drawCode = () => Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join('')
const codeOf = (code: string) => `code of a display ${plainCode(code)}`

/** The pages of a display. Accounts have none, whatever their permissions. */
async function wallOf({ sight, asker }: Pick<OpenCall, 'sight' | 'asker'>) {
  const wall = asker.displayId === undefined ? undefined : await loadWall(sight, asker.displayId)
  if (!wall) throw fail('visitEnded')
  const all = inOrder(await loadPages(sight, wall.projectId))
  return { wall, pages: pagesShown(all, wall.pageIds).map(({ startup: _, type: __, ...page }) => page) }
}

export default [
  serve(queryDisplays, ({ projectId }, { sight, now }) => loadDisplays(sight, projectId, now())),

  serve(countDisplays, (_, { sight }) => countByProject(sight)),

  serve(addDisplay, { kind: 'change' }, async ({ projectId, ...entry }, call) => {
    const { sight, now } = call
    await sight.lock(`displays of ${projectId}`)
    if ((await projectName(sight, projectId)) === undefined) throw fail('notFound')
    const others = await loadDisplays(sight, projectId, now())
    const limit = displayLimits.perProject
    if (others.length >= limit) throw errors.fail('displayCapacity', { limit })
    refuseBeyond(call)
    await mustFit(call, entry, others, projectId)
    const id = await insertDisplay(sight, projectId, entry, now())
    const data = await loadDisplay(sight, id, now())
    if (!data) throw fail('notFound')
    return { act: 'addDisplay', object: objectOf(data), after: told(data), data }
  }),

  serve(editDisplay, { kind: 'change' }, async ({ id, ...entry }, call) => {
    const { sight, now } = call
    const before = await held(call, id)
    const all = await loadDisplays(sight, before.projectId, now())
    const others = all.filter((each) => each.id !== id)
    await mustFit(call, entry, others, before.projectId)
    await updateDisplay(sight, id, entry)
    const data = { ...before, ...entry }
    return { act: 'editDisplay', object: objectOf(data), before: told(before), after: told(data), data }
  }),

  serve(deleteDisplay, { kind: 'change' }, async ({ id }, call) => {
    const before = await held(call, id)
    await removeDisplay(call.sight, id)
    return { act: 'deleteDisplay', object: objectOf(before), before: told(before), data: null }
  }),

  serve(signOutDisplay, { kind: 'change' }, async ({ id }, call) => {
    const display = await held(call, id)
    await endSession(call.sight, id)
    await putLink(call.sight, id, null, null)
    return { act: 'signOutDisplay', object: objectOf(display), data: null }
  }),

  serve(renewDisplayLink, { kind: 'change' }, async ({ id }, call) => {
    const display = await held(call, id)
    refuseBeyond(call)
    await refuseUnseen(call, display.projectId)
    const token = drawToken()
    await putLink(call.sight, id, sha256(token), call.now() + displayLimits.linkMs)
    return { act: 'renewDisplayLink', object: objectOf(display), data: { token } }
  }),

  serve(pairDisplay, { kind: 'across' }, async ({ id, code }, call) => {
    const { db, sight, user, use, now } = call
    refuseBeyond(call)
    const tries = { max: displayLimits.pairingTries, perMs: displayLimits.pairingMs }
    if (!(await use(codes).countTry(`pairing account ${user.accountId}`, tries))) throw fail('tooFrequent')
    const display = await loadDisplay(sight, id, now())
    if (!display) throw fail('notFound')
    await refuseUnseen(call, display.projectId)
    const wall = await loadPairing(db, use(codes).mark(codeOf(code)), now())
    if (!wall) throw errors.fail('pairingUnknown', {}, { field: 'code' })
    await sight.transaction(async (inner) => {
      const display = await held({ ...call, sight: inner }, id)
      // The same code was entered for two displays at the same time.
      if (!(await signIn(inner, id, wall, now()))) throw errors.fail('pairingUnknown', {}, { field: 'code' })
      await call.record({ act: 'pairDisplay', object: objectOf(display), after: { ip: wall.ip } }, inner)
    })
    // The pairing is removed only now: a display that finds neither a session nor its pairing would discard its secret.
    await removePairing(db, wall.secretHash)
    return null
  }),

  serve(beginPairing, { kind: 'public' }, async (_, { db, use, ip, agent, now }) => {
    const bound = { max: displayLimits.pairingsPerNetworkHour, perMs: 3600_000 }
    if (!(await use(codes).countTry(`pairings of ${networkOf(ip)}`, bound))) throw fail('tooFrequent')
    const [code, secret, until] = [drawCode(), drawToken(), now() + displayLimits.pairingMs]
    const row = { secretHash: sha256(secret), codeHash: use(codes).mark(codeOf(code)), ip, agent, expiresAt: until }
    if (!(await insertPairing(db, row, now()))) throw fail('tooFrequent')
    return { code, secret, until }
  }),

  serve(pairingState, { kind: 'public' }, async ({ secret }, { db, use, now }) => {
    const hash = sha256(secret)
    // The order matters: a pairing is removed only after its session has started.
    const isWaiting = await pairingStands(db, hash, now())
    if ((await use(visitorOf)(hash))?.displayId != null) return { state: 'signedIn' as const }
    return { state: isWaiting ? ('waiting' as const) : ('gone' as const) }
  }),

  serve(enterDisplay, { kind: 'public' }, async ({ secret, token }, call) => {
    const { db, ip, now } = call
    const secretHash = sha256(secret)
    // The display is signed in already: the answer to its first request was lost.
    if ((await call.use(visitorOf)(secretHash))?.displayId != null) return null
    if (!(await pairingStands(db, secretHash, now()))) throw errors.fail('pairingUnknown')
    const display = await signInByLink(db, sha256(token), { secretHash, ip, agent: call.agent }, now())
    if (!display) throw fail('shareUnknown')
    await removePairing(db, secretHash)
    const { orgId, id } = display
    const operation = { act: 'enterDisplay', object: objectOf(display), after: { ip } } as const
    await call.recordAs({ orgId, accountId: null, loginname: `display#${id}`, ip }, operation)
    return null
  }),

  serve(wallState, { kind: 'own', openTo: ['display'] }, async (shown, call) => {
    const { sight, asker, now } = call
    const { wall, pages } = await wallOf(call)
    const { projectId, signedInAt, pageIds: _, shown: __, linkUntil: ___, seenAt: ____, ip: _____, ...rest } = wall
    await putShown(sight, wall.id, shown)
    const { counts, rows } = await standingAlarms(sight, displayLimits.alarms, now())
    return {
      ...rest,
      ...{ projectId, signedInAt: signedInAt ?? now(), zone: asker.zone, at: now(), pages, counts },
      alarms: rows.map(({ acknowledgedAt, ...row }) => ({ ...row, isAcknowledged: acknowledgedAt !== null })),
      ...(await loadSilent(sight, projectId)),
    }
  }),

  serve(wallPages, { openTo: ['display'] }, async (_, call) => {
    const { pages } = await wallOf(call)
    const binds = await loadBinds(
      call.sight,
      pages.map(({ id }) => id),
    )
    return pages.map((page) => ({
      ...page,
      equips: binds.get(page.id)?.equips ?? [],
      signals: (binds.get(page.id)?.signals ?? []) as never,
    }))
  }),
] satisfies RoomServer
