// The calls to sign in and out. [S7 User]
import { z } from 'zod'
import { done, get, nothing, post } from '../../../contract/endpoint.ts'
import { languages } from '../../../contract/errors.ts'
import { AccountId, DepartmentId, nameOf, OrgId, RoleId } from '../../../contract/fields.ts'
import { dataRanges, type Permission, roleTypes } from '../../../contract/permissions.ts'
import { Style } from '../../platform/style/contract.ts'
import type { UserSettings } from '../../platform/user-config/contract.ts'
import { Assertion } from '../passkey/contract.ts'

/** The account as the browser sees it. [S3 User info] */
export const UserInfo = z.object({
  userId: AccountId,
  loginname: z.string(),
  name: z.string(),
  /** Path of the account's picture. */
  avatar: z.string().nullable(),
  /** Phone number with its middle digits hidden. */
  tel: z.string().nullable(),
  isBindPhone: z.boolean(),
  orgId: OrgId,
  orgName: z.string(),
  roleType: z.enum(roleTypes),
  /** The organisation of the account itself; differs from `orgId` while the account acts as a guest. */
  homeOrgId: OrgId,
  roleId: RoleId.nullable(),
  deptId: DepartmentId.nullable(),
  /** Style of the account's screens; null: the platform's own. */
  styleId: Style.shape.styleId,
  /** The permissions of the account. */
  auths: z.array(nameOf<Permission>()),
  dataRange: z.enum(dataRanges),
  /** Regions of pages that the account may see; null: all. */
  authRegion: z.array(z.string()).nullable(),
  /** The account must choose its own password before it can do anything else. */
  changePassword: z.boolean(),
  /** Whether the account has a device lock, and whether the lock must be presented before anything else. */
  useLock: z.boolean(),
  lockDue: z.boolean(),
  /** The account must set up its second step before it can do anything else. */
  setUpStep: z.boolean(),
  /** How pages and devices open: settings of the account in the organisation that it acts in. */
  scadaAdaption: nameOf<UserSettings['scadaAdaption']>(),
  equipDisplay: nameOf<UserSettings['equipDisplay']>(),
  /** How the account is alerted in the organisation that it acts in; spelt as in the specification. */
  prompType: z.array(nameOf<UserSettings['promptType'][number]>()),
  /** The account has no phone number, and the platform sends SMS. */
  remindPhone: z.boolean(),
  /** Limits of the organisation that are nearly reached, if the account may add to them. */
  resources: z.array(
    z.object({ kind: z.enum(['internal', 'external', 'project']), used: z.number(), limit: z.number() }),
  ),
  /** IANA zone of the organisation. */
  zone: z.string(),
  /** IANA zone that the account has set for lists; null: the browser's. */
  ownZone: z.string().nullable(),
  /** Language of the organisation, for accounts that chose none in their browser; null: the browser's. */
  orgLanguage: z.enum(languages).nullable(),
  /** The account is the first administrator and has not set time zone and language yet. */
  firstSettingsDue: z.boolean(),
  demo: z.boolean(),
})
export type UserInfo = z.output<typeof UserInfo>

export const login = post('/lfscada/user/login', {
  may: 'public',
  about:
    'Opens a session, or answers 1051 with a ticket where a code is asked for as well. After three failures a captcha and a proof of work are asked for; after eight it waits, for whoever has signed in from the same browser or address before only if they were his own.',
  input: z.object({
    loginname: z.string().trim().max(64).default(''),
    password: z.string().max(200).default(''),
    vcode: z.string().trim().max(10).optional(),
    /** The number that solves the work shown with the captcha. */
    work: z.string().trim().max(20).optional(),
  }),
  output: UserInfo,
})

export const loginCode = post('/lfscada/user/loginCode', {
  may: 'public',
  about: 'Opens the session of a login that answered 1051 with a ticket, by a code of the app or a recovery code.',
  input: z.object({ ticket: z.string().max(100).default(''), code: z.string().trim().max(40).default('') }),
  output: UserInfo,
})

export const loginPasskey = post('/lfscada/user/loginPasskey', {
  may: 'public',
  about: 'Opens a session by a passkey, which is both steps at once: the answer to a challenge of `passkey/ask`.',
  input: z.object({ answer: Assertion }),
  output: UserInfo,
})

export const userInfo = get('/lfscada/user/info', {
  may: 'signedIn',
  early: true,
  whileLocked: true,
  forKeys: true,
  about: 'The account that is signed in, and its permissions.',
  input: z.object({ time: z.string().optional() }),
  output: UserInfo,
})

export const logout = post('/lfscada/user/logout', {
  may: 'public',
  about: 'Ends the session.',
  input: nothing,
  output: done,
})

export const confirmPassword = post('/lfscada/user/confirm', {
  may: 'signedIn',
  early: true,
  about:
    'Enters the password of the session once more, as grants, secrets and releases ask for it; it counts for ten minutes. The fifth wrong one ends the session.',
  input: z.object({ password: z.string().max(200).default('') }),
  output: done,
})

export const confirmPasskey = post('/lfscada/user/confirmPasskey', {
  may: 'signedIn',
  early: true,
  about: 'Confirms the session by a passkey of the account: the answer to a challenge of `passkey/askOwn`.',
  input: z.object({ answer: Assertion }),
  output: done,
})

export const showVcode = post('/lfscada/user/showVcode', {
  may: 'public',
  about: 'Whether a captcha is needed, and a new one if so; in the demo also the login to use.',
  input: z.object({
    loginname: z.string().trim().max(64).default(''),
    /** Form that the captcha is for. All but `login` count failures by address, whatever the name. */
    of: z.enum(['login', 'enroll', 'register', 'recovery']).default('login'),
  }),
  output: z.object({
    needed: z.boolean(),
    /** The captcha as an SVG image. */
    svg: z.string().nullable(),
    /** Proof of work: find a number whose hash with the challenge starts with `bits` zero bits. */
    work: z.object({ challenge: z.string(), bits: z.number() }).nullable(),
    demo: z.object({ loginname: z.string(), password: z.string() }).nullable(),
  }),
})
