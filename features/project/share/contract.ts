// Sharing of a device or a project with visitors, who need its link and password but no account. [S6 Share permissions]
// [S7 share/*]
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import { EquipmentId, Instant, ProjectId, text } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { projectMenus, shareMenus } from '../../../contract/share-menus.ts'
import { originOf, sharePassword } from './rules.ts'

const on = { equipment: 'equipId' } as const

/** The permissions and appearance of a share. */
export const ShareAuths = z.object({
  /**
   * Whether to show the bar with the name of the device and its menus; without it only the page is shown, as in a
   * frame.
   */
  topMenu: z.boolean(),
  menus: z.array(z.enum(shareMenus)).max(shareMenus.length),
  /** Whether visitors can write to the device. */
  mayWrite: z.boolean(),
  /** When the share expires; null: never. */
  expiresAt: Instant.nullable().default(null),
  /** Origins that may embed the share in a frame: `https://intranet.example`. */
  ancestors: z
    .array(text(200).refine((each) => originOf(each) !== undefined))
    .max(limits.shareAncestors)
    .transform((list) => [...new Set(list.map((each) => originOf(each) ?? each))]),
})
export type ShareAuths = z.output<typeof ShareAuths>

/** The state of a share. The link is not included: only its hash is stored. */
const shared = {
  isShared: z.boolean(),
  hasLink: z.boolean(),
  hasPassword: z.boolean(),
  /** Number of open visits. */
  visits: z.number(),
  /** When the last lock of a network after wrong passwords ends; null: none is locked. */
  lockedUntil: Instant.nullable(),
  /**
   * For a project that allows writing: `writes` counts variables that visitors may write, `writesAdded` those that only
   * widgets added after sharing would write.
   */
  writes: z.number(),
  writesAdded: z.number(),
}
export const ShareInfo = ShareAuths.extend(shared)
export type ShareInfo = z.output<typeof ShareInfo>

const sharePwd = z.string().regex(sharePassword)

/** The token of a new link; null: the existing link remains valid. */
const NewLink = z.object({ token: z.string().nullable() })
/** The parts of a share that were generated because they were missing. */
const Generated = NewLink.extend({ password: z.string().nullable() })
export type Generated = z.output<typeof Generated>

export const shareInfo = post('/lfscada/equipment/multi/share/info', {
  may: 'share:edit',
  on,
  about: 'Returns the share of a device, without its link.',
  input: z.object({ equipId: EquipmentId }),
  output: ShareInfo,
})

export const editSharePassword = post('/lfscada/equipment/multi/share/editPwd', {
  may: 'share:edit',
  on,
  confirmed: true,
  about:
    'Sets the password of a share: at least 4 letters or digits. Its visitors must enter again. The first password of a device that was never shared also shares what the caller may see of it, and returns the link once.',
  input: z.object({ equipId: EquipmentId, sharePwd }),
  output: NewLink,
})

export const editShareAuth = post('/lfscada/equipment/multi/share/editAuth', {
  may: 'share:edit',
  on,
  confirmed: true,
  about:
    'Shares a device, changes what its visitors may, or ends it immediately. A missing link or password is generated and answered once.',
  input: ShareAuths.extend({ equipId: EquipmentId, isShared: z.boolean() }),
  output: Generated,
})

export const renewShareLink = post('/lfscada/equipment/multi/share/renew', {
  may: 'share:edit',
  on,
  confirmed: true,
  about: 'Generates a new link of a share; only this answer contains the token. The earlier link becomes invalid.',
  input: z.object({ equipId: EquipmentId }),
  output: z.object({ token: z.string() }),
})

const ofProject = { project: 'projectId' } as const

export const projectShareInfo = post('/lfscada/project/queryShareInfo', {
  may: 'share:edit',
  on: ofProject,
  about: 'Returns the share of a project, without its link.',
  input: z.object({ projectId: ProjectId }),
  output: ShareInfo,
})

export const editProjectSharePassword = post('/lfscada/project/editSharePwd', {
  may: 'share:edit',
  on: ofProject,
  confirmed: true,
  about:
    'Sets the password of the share of a project: at least 4 letters or digits. Its visitors must enter again. The first one of a project that was never shared also shares what the caller may see of it, and returns the link once.',
  input: z.object({ projectId: ProjectId, sharePwd }),
  output: NewLink,
})

const ProjectShareAuths = ShareAuths.extend({
  /**
   * Whether visitors may write the variables that widgets of the pages write now, on devices that the caller may write.
   */
  mayWrite: ShareAuths.shape.mayWrite.default(false),
  menus: z.array(z.enum(projectMenus)).max(projectMenus.length),
})

export const editProjectShareAuth = post('/lfscada/project/editShareAuth', {
  may: 'share:edit',
  on: ofProject,
  confirmed: true,
  about:
    'Shares the pages of a project, changes what its visitors see and write, or ends it immediately. Data write is given for the variables that the pages write now: those of later changes need this call again. A missing link or password is generated and answered once.',
  input: ProjectShareAuths.extend({ projectId: ProjectId, isShared: z.boolean() }),
  output: Generated,
})

export const renewProjectShareLink = post('/lfscada/project/renewShareLink', {
  may: 'share:edit',
  on: ofProject,
  confirmed: true,
  about:
    'Generates a new link of the share of a project; only this answer contains the token. The earlier link becomes invalid.',
  input: z.object({ projectId: ProjectId }),
  output: z.object({ token: z.string() }),
})

const Token = z.string().min(1).max(100)

export const lookAtShare = post('/lfscada/share/state', {
  may: 'public',
  about: 'Checks a link: answers 2501 to 2503 if it is not valid.',
  input: z.object({ token: Token }),
  output: done,
})

export const enterShare = post('/lfscada/share/enter', {
  may: 'public',
  about: 'Starts a visit by link and password; later calls identify it in the header x-visit.',
  input: z.object({ token: Token, password: z.string().max(100) }),
  output: z.object({ visit: z.string() }),
})

export const visitInfo = post('/lfscada/share/visit', {
  may: 'monitor:view',
  about: 'Returns the shared content for a visitor.',
  input: nothing,
  output: ShareAuths.pick({ topMenu: true, menus: true, mayWrite: true, expiresAt: true }).extend({
    /** The shared object: either the device or the project. */
    equipmentId: EquipmentId.nullable(),
    projectId: ProjectId.nullable(),
    name: z.string(),
    zone: z.string(),
  }),
})

export const leaveShare = post('/lfscada/share/leave', {
  may: 'monitor:view',
  about: 'Ends a visit.',
  input: nothing,
  output: done,
})
