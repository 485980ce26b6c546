// Settings for signing in with WeChat.
import { SetupError } from '../../../db/setup-error.ts'
import { type Env, safeUrl, setting, textOf } from '../../frame/setting.ts'

/** The platform's website application at WeChat's open platform, and that platform's addresses. */
export type WeChatConfig = { appId: string; secret: string; openUrl: string; apiUrl: string }

const addressOf = (env: Env, name: string, initial: string): string =>
  (safeUrl(env, name) ?? initial).replace(/\/+$/, '')

/** The WeChat application; null: WeChat is switched off. */
export const weChatApplication = setting<WeChatConfig | null>({
  names: ['WECHAT_APP_ID', 'WECHAT_APP_SECRET', 'WECHAT_OPEN_URL', 'WECHAT_API_URL'],
  read(env) {
    const [appId, secret] = [textOf(env, 'WECHAT_APP_ID'), textOf(env, 'WECHAT_APP_SECRET')]
    if (!appId && !secret) return null
    if (!appId || !secret)
      throw new SetupError(
        appId ? 'WECHAT_APP_SECRET' : 'WECHAT_APP_ID',
        'WECHAT_APP_ID and WECHAT_APP_SECRET must be set together',
      )
    return {
      appId,
      secret,
      openUrl: addressOf(env, 'WECHAT_OPEN_URL', 'https://open.weixin.qq.com'),
      apiUrl: addressOf(env, 'WECHAT_API_URL', 'https://api.weixin.qq.com'),
    }
  },
})
