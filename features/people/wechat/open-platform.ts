// WeChat's open platform, for websites: the QR code of `snsapi_login`, and the exchange of its code for a person.
import { limits } from '../../../contract/limits.ts'
import { boundedFetch, type FetchBounds, FetchFault } from '../../../core/bounded-fetch.ts'
import type { WeChat } from './contract.ts'
import { personIn, WeChatFault } from './rules.ts'

const usual: FetchBounds = { timeoutMs: limits.weChatRequestMs, bytes: limits.weChatAnswerBytes }

type Application = { appId: string; secret: string; openUrl: string; apiUrl: string }

/** The address contains the secret, so it appears in no error and no log. */
async function ask(url: URL, bounds: FetchBounds): Promise<unknown> {
  const response = await boundedFetch(url, {}, { mayBePlain: true, ...bounds }).catch((error: unknown) => {
    if (!(error instanceof FetchFault)) throw error
    const isAway = error.fault === 'timeout' || error.fault === 'unreachable'
    throw new WeChatFault(isAway ? 'unreachable' : 'invalid', error.message)
  })
  if (response.status >= 500) throw new WeChatFault('unreachable', `HTTP ${response.status}`)
  if (response.status !== 200) throw new WeChatFault('invalid', `HTTP ${response.status}`)
  return response.json().catch(() => {
    throw new WeChatFault('invalid', 'no JSON')
  })
}

export function openWeChat({ appId, secret, openUrl, apiUrl }: Application, bounds: FetchBounds = usual): WeChat {
  return {
    appId,

    leave({ redirectUri, state, language }) {
      const url = new URL(`${openUrl}/connect/qrconnect`)
      const asked = {
        appid: appId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'snsapi_login',
        state,
        lang: language === 'en' ? 'en' : 'cn',
      }
      url.search = new URLSearchParams(asked).toString()
      url.hash = 'wechat_redirect'
      return url.href
    },

    async personOf(code) {
      const url = new URL(`${apiUrl}/sns/oauth2/access_token`)
      url.search = new URLSearchParams({ appid: appId, secret, code, grant_type: 'authorization_code' }).toString()
      return personIn(await ask(url, bounds))
    },
  }
}
