// WeChat: an account binds its own, and signs in with it. Off until the platform is registered as a WeChat application.
// [S3 Account] [S7 Security/account] [S8 1009, 1010, 2301-2305]
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import { Instant } from '../../../contract/fields.ts'
import { token } from '../../frame/token.ts'

export const weChatOn = post('/lfscada/user/weChat/on', {
  may: 'public',
  about: 'Whether the platform is an application of WeChat.',
  input: nothing,
  output: z.object({ isOn: z.boolean() }),
})

export const weChatState = post('/lfscada/user/weChat/state', {
  may: 'signedIn',
  about: 'Since when the account has a WeChat bound; null: it has none. 2301 where the platform has none.',
  input: nothing,
  output: z.object({ boundAt: Instant.nullable() }),
})

const left = z.object({ url: z.string() })

export const beginWeChat = post('/lfscada/user/weChat/begin', {
  may: 'public',
  about:
    "Begins to sign in by WeChat: answers the address of WeChat's QR code to go to, and marks the browser by a cookie. 2301 where the platform has none.",
  /** Target after signing in; only a path of this site is ever followed. */
  input: z.object({ to: z.string().max(2000).default('/') }),
  output: left,
})

export const bindWeChat = post('/lfscada/user/weChat/bind', {
  may: 'signedIn',
  confirmed: true,
  about: 'Starts to bind a WeChat to the account; answers 1010 if it has one already.',
  input: nothing,
  output: left,
})

export const finishWeChat = post('/lfscada/user/weChat/finish', {
  may: 'public',
  about:
    'Ends what was begun in this browser, with what WeChat answered: the WeChat is bound (1009 where another account has it), or a session begins; 1051 with a ticket where a code is asked for as well.',
  /** Query of the address to which WeChat redirected the browser. */
  input: z.object({ answer: z.string().max(2000).default('') }),
  output: z.object({ to: z.string(), isBound: z.boolean() }),
})

export const unbindWeixin = post('/org/AccountInternalAction!unbindWeixin.action', {
  may: 'signedIn',
  confirmed: true,
  about: 'Unbinds WeChat from the account; 2301 where the platform has none.',
  input: nothing,
  output: done,
})

/** A person as WeChat identifies them: `openId` for this application, `unionId` for all applications of its owner. */
export type WeChatPerson = { openId: string; unionId: string | null }

/** The platform as an application of WeChat. */
export type WeChat = {
  appId: string
  /** Returns the address where WeChat shows the QR code. */
  leave(leaving: { redirectUri: string; state: string; language: 'en' | 'zh-cn' }): string
  /** The person who authorised with this code, which is valid once. Throws WeChatFault. */
  personOf(code: string): Promise<WeChatPerson>
}

/** The connection to WeChat; null if the platform is not registered as a WeChat application. */
export const weChat = token<WeChat | null>('WeChat')
