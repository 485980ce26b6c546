// Errors of signing in by WeChat. [S8]
import { roomErrors } from '../../../contract/room-errors.ts'

export const errors = roomErrors({
  weChatTaken: { code: 1009, en: 'This WeChat is bound to another account', zh: '该微信已绑定其他账号' },
  weChatOff: { code: 2301, en: 'WeChat is not set up on this platform', zh: '平台未开通微信' },
  weChatDenied: { code: 2302, en: 'WeChat was not authorised, or it was cancelled', zh: '微信授权被拒绝或已取消' },
  weChatGone: {
    code: 2303,
    en: 'The scan has expired or was started in another browser; start again',
    zh: '微信授权已过期，请重新扫码',
  },
  weChatUnreachable: {
    code: 2304,
    en: 'WeChat does not answer; try again in a moment',
    zh: '微信服务无响应，请稍后再试',
  },
  weChatInvalid: { code: 2305, en: 'The answer of WeChat was refused', zh: '微信返回的数据无效，请联系管理员' },
  weChatUnknown: {
    code: 2306,
    en: 'This WeChat is bound to no account; sign in another way and bind it under account security',
    zh: '该微信未绑定账号，请用其他方式登录后在账号安全中绑定',
  },
})
