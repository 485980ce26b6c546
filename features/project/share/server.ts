import { setTimeout } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { fail } from '../../../contract/errors.ts'
import type { EquipmentId, ProjectId, SignalId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { shareMenus } from '../../../contract/share-menus.ts'
import { drawPassword } from '../../../core/draw-password.ts'
import { drawToken } from '../../../core/draw-token.ts'
import { networkOf } from '../../../core/network-of.ts'
import { sha256 } from '../../../core/sha256.ts'
import { isAmong } from '../../../db/sight.ts'
import { keyWithPage } from '../../frame/permission-words.ts'
import { type Call, type ChangeCall, type PublicCall, type RoomServer, serve } from '../../frame/serve.ts'
import { visitorOf } from '../../frame/spine-services.ts'
import { writtenOnPages } from '../../page/open/page-written.ts'
import {
  editProjectShareAuth,
  editProjectSharePassword,
  editShareAuth,
  editSharePassword,
  enterShare,
  leaveShare,
  lookAtShare,
  projectShareInfo,
  renewProjectShareLink,
  renewShareLink,
  type ShareAuths,
  shareInfo,
  visitInfo,
} from './contract.ts'
import { closedBy, permissionsOf } from './rules.ts'
import {
  countTry,
  countVisits,
  findShare,
  forgiveTry,
  insertVisit,
  loadLockedUntil,
  loadShare,
  loadVisited,
  nameOf,
  noTries,
  putShare,
  removeTries,
  type ShareOf,
} from './store.ts'

/** Locks the shared object, so that changes of its share run one after the other, and returns its name. */
async function held({ sight }: ChangeCall, of: ShareOf) {
  const isDevice = 'equipmentId' in of
  await sight.lock(isDevice ? `share ${of.equipmentId}` : `share of project ${of.projectId}`)
  const found = await nameOf(sight, of)
  if (!found) throw fail(isDevice ? 'equipmentNotFound' : 'notFound')
  return isDevice
    ? ({ type: 'equipment', id: of.equipmentId, name: found.name } as const)
    : ({ type: 'project', id: of.projectId, name: found.name } as const)
}

/** Variables that pages of the project write now, on devices that the caller may write. */
async function writableOn(of: ShareOf, { sight, user }: Pick<Call, 'sight' | 'user'>): Promise<number[]> {
  if ('equipmentId' in of) return []
  const written = [...(await writtenOnPages(sight, of.projectId))]
  return written.flatMap(([signalId, equipmentId]) => (isAmong(user.writable, equipmentId) ? [signalId] : []))
}

async function infoOf(of: ShareOf, call: Pick<Call, 'sight' | 'now' | 'user'>) {
  const { sight, now } = call
  const { id, shown, tokenHash, passwordHash, writeSignals } = await loadShare(sight, of)
  const open = new Set(writeSignals)
  const added = shown.mayWrite ? (await writableOn(of, call)).filter((signalId) => !open.has(signalId)) : []
  return {
    ...shown,
    ...{ writes: open.size, writesAdded: added.length },
    hasLink: tokenHash !== null,
    hasPassword: passwordHash !== null,
    visits: id === null ? 0 : await countVisits(sight, id, now()),
    lockedUntil: id === null ? null : await loadLockedUntil(sight, id, now()),
  }
}

/** Generates a link if there is none; its token is returned only here. */
function newLink(tokenHash: Buffer | null): { token: string | null; link: { tokenHash?: Buffer } } {
  if (tokenHash !== null) return { token: null, link: {} }
  const token = drawToken()
  return { token, link: { tokenHash: sha256(token) } }
}

/**
 * The first password of a device or project also shares what the caller may see, for viewing; a later password does not
 * change whether it is shared. [S7 share/editPwd]
 */
async function changePassword(of: ShareOf, sharePwd: string, call: ChangeCall) {
  const object = await held(call, of)
  const share = await loadShare(call.sight, of)
  const { id, shown: before } = share
  const secret = { passwordHash: await hash(sharePwd), ...noTries }
  if (id === null) {
    const menus = before.menus.filter((menu) => !lackedFor(call, { menus: [menu], mayWrite: false }))
    const after = { ...before, isShared: true, menus }
    const { token, link } = newLink(null)
    await putShare(call.sight, of, { ...after, ...secret, ...link }, call.now())
    return { act: 'changeShare', object, before, after, data: { token } } as const
  }
  await refuseSecrets(call, share)
  await removeTries(call.sight, id)
  await putShare(call.sight, of, secret, call.now())
  return { act: 'changeSharePassword', object, data: { token: null } } as const
}

async function changeAuth(of: ShareOf, isShared: boolean, auths: ShareAuths, call: ChangeCall) {
  const object = await held(call, of)
  const { tokenHash, passwordHash, shown, writeSignals: open } = await loadShare(call.sight, of)
  const before = { ...shown, ...('projectId' in of ? { writes: open.length } : {}) }
  if (isShared && auths.menus.length === 0) throw fail('shareIncomplete')
  if (isShared) refuseBeyond(call, auths)
  const writeSignals = auths.mayWrite ? await writableOn(of, call) : []
  const after = { isShared, ...auths, ...('projectId' in of ? { writes: writeSignals.length } : {}) }
  const { token, link } = isShared ? newLink(tokenHash) : { token: null, link: {} }
  const password = isShared && passwordHash === null ? drawPassword() : null
  const secret = password === null ? {} : { passwordHash: await hash(password) }
  await putShare(call.sight, of, { isShared, ...auths, writeSignals, ...link, ...secret }, call.now())
  return { act: 'changeShare', object, before, after, data: { token, password } } as const
}

async function renew(of: ShareOf, call: ChangeCall) {
  const object = await held(call, of)
  const token = drawToken()
  const share = await loadShare(call.sight, of)
  const { id } = share
  await refuseSecrets(call, share)
  if (id !== null) await removeTries(call.sight, id)
  await putShare(call.sight, of, { tokenHash: sha256(token), ...noTries }, call.now())
  return { act: 'renewShareLink', object, data: { token } } as const
}

/** A permission that visitors would have and the caller lacks. */
const lackedFor = ({ user }: ChangeCall, auths: Pick<ShareAuths, 'menus' | 'mayWrite'>) =>
  permissionsOf(auths).find((key) => !user.auths.includes(key))

/** Refuses a share, or its link or password, that would give visitors more than the caller may see. */
function refuseBeyond(call: ChangeCall, auths: ShareAuths): void {
  const lacked = lackedFor(call, auths)
  if (lacked) throw fail('grantsMore', { what: keyWithPage(lacked, call.language) })
}

/**
 * Refuses to change link and password if the share allows more than the caller may see or write: with them, the caller
 * could get it as a visitor.
 */
async function refuseSecrets(call: ChangeCall, { shown, writeSignals }: Awaited<ReturnType<typeof loadShare>>) {
  if (!shown.isShared) return
  refuseBeyond(call, shown)
  const { sight, user, language } = call
  if (!shown.mayWrite || user.writable === 'all' || writeSignals.length === 0) return
  const signals = await sight
    .from('signal')
    .select('signal.equipmentId')
    .where('signal.id', 'in', writeSignals as SignalId[])
    .execute()
  const writable = signals.filter(({ equipmentId }) => isAmong(user.writable, equipmentId))
  if (writable.length < writeSignals.length) throw fail('grantsMore', { what: keyWithPage('signal:write', language) })
}

/** The share of a valid link. Throws shareUnknown, shareEnded, shareExpired. */
async function openOf({ db, now }: PublicCall, token: string) {
  const share = await findShare(db, sha256(token))
  if (!share) throw fail('shareUnknown')
  const isShared = share.isShared && !share.orgDisabled
  const closed = closedBy({ isShared, hasPassword: share.passwordHash !== null, expiresAt: share.expiresAt }, now())
  if (closed) throw fail(closed)
  return { ...share, passwordHash: share.passwordHash ?? '' }
}

type Shared = { equipmentId: EquipmentId | null; projectId: ProjectId | null; name: string | null }
const objectOf = ({ equipmentId, projectId, name }: Shared) =>
  equipmentId === null
    ? ({ type: 'project', id: projectId, name: name ?? '' } as const)
    : ({ type: 'equipment', id: equipmentId, name: name ?? '' } as const)

const minutesUntil = (at: number, now: number): number => Math.max(1, Math.ceil((at - now) / 60_000))

export default [
  serve(shareInfo, ({ equipId: equipmentId }, call) => infoOf({ equipmentId }, call)),
  serve(editSharePassword, { kind: 'change' }, ({ equipId, sharePwd }, call) =>
    changePassword({ equipmentId: equipId }, sharePwd, call),
  ),
  serve(editShareAuth, { kind: 'change' }, ({ equipId, isShared, ...auths }, call) =>
    changeAuth({ equipmentId: equipId }, isShared, auths, call),
  ),
  serve(renewShareLink, { kind: 'change' }, ({ equipId }, call) => renew({ equipmentId: equipId }, call)),

  serve(projectShareInfo, ({ projectId }, call) => infoOf({ projectId }, call)),
  serve(editProjectSharePassword, { kind: 'change' }, ({ projectId, sharePwd }, call) =>
    changePassword({ projectId }, sharePwd, call),
  ),
  serve(editProjectShareAuth, { kind: 'change' }, ({ projectId, isShared, ...auths }, call) =>
    changeAuth({ projectId }, isShared, auths, call),
  ),
  serve(renewProjectShareLink, { kind: 'change' }, ({ projectId }, call) => renew({ projectId }, call)),

  serve(lookAtShare, { kind: 'public' }, async ({ token }, call) => {
    await openOf(call, token)
    return null
  }),

  serve(enterShare, { kind: 'public' }, async ({ token, password }, call) => {
    const { db, now, ip, agent } = call
    const { id: shareId, orgId, passwordHash, ...shared } = await openOf(call, token)
    const of = { id: shareId, network: networkOf(ip) }
    const counted = await countTry(db, of, now())
    if ('refusedUntil' in counted) throw fail('tooManyFailures', { minutes: minutesUntil(counted.refusedUntil, now()) })
    if (counted.turnMs > 0) await setTimeout(counted.turnMs, undefined, { signal: call.signal })
    if (!(await verify(passwordHash, password))) throw fail('sharePasswordWrong', {}, { field: 'password' })
    await forgiveTry(db, of, now())
    const visit = drawToken()
    const expiresAt = now() + limits.sessionMaxMs
    const row = { tokenHash: sha256(visit), shareId, linkHash: sha256(token), passwordHash, ip, agent, expiresAt }
    const begun = await insertVisit(db, row, now(), limits.visitsPerShare)
    if (begun !== 'begun') throw fail(begun === 'full' ? 'visitCapacity' : 'shareEnded')
    const { loginname = '' } = (await call.use(visitorOf)(row.tokenHash)) ?? {}
    const operation = { act: 'enterShare', object: objectOf(shared) } as const
    await call.recordAs({ orgId, accountId: null, loginname, ip }, operation)
    return { visit }
  }),

  serve(visitInfo, { openTo: shareMenus }, async (_, { sight, asker }) => {
    const visited = asker.shareId === null ? undefined : await loadVisited(sight, asker.shareId)
    if (!visited) throw fail('visitEnded')
    const { menuBar, topMenu, name, zone, ...rest } = visited
    // Visitors get no menu bar for a device without one; projects have no such setting.
    return { ...rest, topMenu: topMenu && menuBar !== false, name: name ?? '', zone: zone ?? asker.zone }
  }),

  serve(leaveShare, { kind: 'own', openTo: shareMenus }, async (_, { sight, asker }) => {
    if (asker.shareId === null) throw fail('visitEnded')
    await sight.remove('session').where('session.tokenHash', '=', asker.sessionHash).execute()
    return null
  }),
] satisfies RoomServer
