import { Failure, fail } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { drawToken } from '../../../core/draw-token.ts'
import { atHome } from '../../../db/at-home.ts'
import type { Operation } from '../../frame/operation.ts'
import { type PublicCall, type RoomServer, serve, type User } from '../../frame/serve.ts'
import { sessionUser } from '../../frame/spine-services.ts'
import { type Attempt, attemptOf, beginAttempt, countBegun } from '../login/part-attempt.ts'
import { enter } from '../login/part-enter.ts'
import {
  beginWeChat,
  bindWeChat,
  finishWeChat,
  unbindWeixin,
  type WeChat,
  type WeChatPerson,
  weChat,
  weChatOn,
  weChatState,
} from './contract.ts'
import { errors } from './errors.ts'
import { codeIn, WeChatFault } from './rules.ts'
import { insertLink, loadBoundAt, loadOwner, loadPlatformOrg, lockLinks, removeLink } from './store.ts'
import { scopes } from './tables.ts'

function mustBeOn({ use }: Pick<PublicCall, 'use'>): WeChat {
  const application = use(weChat)
  if (!application) throw errors.fail('weChatOff')
  return application
}

type Begins = Pick<PublicCall, 'db' | 'now' | 'use' | 'origin' | 'language' | 'ip' | 'setSignOn'>

/**
 * Returns WeChat's address, and marks the browser with a cookie. `sessionHash`: the session whose account binds its
 * WeChat.
 */
async function begin(
  call: Begins,
  { target, sessionHash }: Pick<Attempt, 'target' | 'sessionHash'>,
): Promise<{ url: string }> {
  const application = mustBeOn(call)
  await countBegun(call, 'we-chats', limits.weChatsPerNetworkHour)
  const state = drawToken()
  const begun = { state, ms: limits.weChatMs, most: limits.weChatsAtOnce }
  await beginAttempt(call, 'weChatAttempt', begun, { target, sessionHash })
  const redirectUri = `${call.origin}/weixin/${sessionHash === null ? 'callback' : 'bind'}`
  return { url: application.leave({ redirectUri, state, language: call.language }) }
}

/** Removes and returns the attempt that an answer belongs to, for the browser that started it. Throws weChatGone. */
async function takenOf(call: PublicCall, query: URLSearchParams): Promise<Attempt> {
  const attempt = await attemptOf(call, 'weChatAttempt', query)
  if (!attempt) throw errors.fail('weChatGone')
  call.setSignOn(null)
  return attempt
}

const faultNames = { unreachable: 'weChatUnreachable', gone: 'weChatGone', invalid: 'weChatInvalid' } as const

/** The person of WeChat's answer. Throws weChatDenied, weChatGone, weChatUnreachable, weChatInvalid. */
async function personOf(call: PublicCall, query: URLSearchParams): Promise<WeChatPerson> {
  const code = codeIn(query)
  if (code === null) throw errors.fail('weChatDenied')
  return mustBeOn(call)
    .personOf(code)
    .catch((error: unknown) => {
      throw error instanceof WeChatFault ? errors.fail(faultNames[error.kind]) : error
    })
}

const operation = ({ accountId: id, loginname: name }: User, more: Omit<Operation, 'object'>): Operation => ({
  object: { type: 'account', id, name },
  ...more,
})

/** Throws weChatTaken if another account has this WeChat, weChatBound if the account has one. */
async function bind(call: PublicCall, user: User, person: WeChatPerson): Promise<void> {
  const { accountId, homeOrgId: orgId, loginname } = user
  const { appId } = mustBeOn(call)
  await atHome(
    call.db,
    orgId,
    async (sight, db) => {
      await lockLinks(db)
      const owner = await loadOwner(db, appId, person)
      if (owner !== undefined && owner !== accountId) throw errors.fail('weChatTaken')
      if ((await loadBoundAt(db, accountId)) !== null) throw fail('weChatBound')
      await insertLink(sight, { ...person, accountId, appId, createdAt: call.now() })
      const who = { orgId, accountId, loginname, ip: call.ip }
      await call.recordAs(who, operation(user, { act: 'weChatBound' }), sight)
    },
    scopes,
  )
}

/** The user of the session that started the attempt, if it is still the session of this browser. */
async function userOf(call: PublicCall, sessionHash: Buffer): Promise<User> {
  const user = call.sessionHash?.equals(sessionHash) ? await call.use(sessionUser)(sessionHash) : undefined
  if (!user) throw errors.fail('weChatGone')
  return user
}

async function recordRefusal(call: PublicCall, { code }: Failure): Promise<void> {
  const orgId = await loadPlatformOrg(call.db)
  const object = { type: 'account', id: null, name: 'WeChat' } as const
  const who = { orgId, accountId: null, loginname: 'WeChat', ip: call.ip }
  await call.recordAs(who, { act: 'loginFailed', object, code, result: 'failure' })
}

/** The account bound to the person; a failure is logged. Throws weChatUnknown. */
async function accountOf(call: PublicCall, query: URLSearchParams) {
  try {
    const owner = await loadOwner(call.db, mustBeOn(call).appId, await personOf(call, query))
    if (owner === undefined) throw errors.fail('weChatUnknown')
    return owner
  } catch (error) {
    if (error instanceof Failure) await recordRefusal(call, error)
    throw error
  }
}

export default [
  serve(weChatOn, { kind: 'public' }, async (_, { use }) => ({ isOn: use(weChat) !== null })),

  serve(weChatState, { kind: 'across' }, async (_, call) => {
    mustBeOn(call)
    return { boundAt: await loadBoundAt(call.db, call.user.accountId) }
  }),

  serve(beginWeChat, { kind: 'public' }, ({ to }, call) => begin(call, { target: to, sessionHash: null })),

  serve(bindWeChat, { kind: 'across' }, async (_, call) => {
    mustBeOn(call)
    if ((await loadBoundAt(call.db, call.user.accountId)) !== null) throw fail('weChatBound')
    return begin(call, { target: '/account/security/sms', sessionHash: call.user.sessionHash })
  }),

  serve(finishWeChat, { kind: 'public' }, async ({ answer }, call) => {
    mustBeOn(call)
    const query = new URLSearchParams(answer)
    const { target: to, sessionHash } = await takenOf(call, query)
    if (sessionHash !== null) {
      const user = await userOf(call, sessionHash)
      await bind(call, user, await personOf(call, query))
      return { to, isBound: true }
    }
    // WeChat may remember an earlier login, so the session starts unconfirmed.
    await enter(call, await accountOf(call, query), { confirmedAt: 0, isStepVerified: false, more: { to } })
    return { to, isBound: false }
  }),

  serve(unbindWeixin, { kind: 'across' }, async (_, call) => {
    mustBeOn(call)
    const { accountId, homeOrgId } = call.user
    const unbind = operation(call.user, { act: 'weChatUnbound' })
    await atHome(
      call.db,
      homeOrgId,
      async (sight) => {
        if (await removeLink(sight, accountId)) await call.record(unbind, sight)
      },
      scopes,
    )
    return null
  }),
] satisfies RoomServer
