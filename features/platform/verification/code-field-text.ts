import { words } from '../../../ui/words.ts'

export const codeFieldText = words('codeField', {
  en: {
    code: 'Verification code',
    send: 'Send code',
    sendAgain: 'Send another',
    again: 'Again in {{seconds}} s',
    sent: 'A code of six digits is on its way. It is valid for {{minutes}} minutes; an SMS may take up to five.',
  },
  'zh-cn': {
    code: '验证码',
    send: '获取验证码',
    sendAgain: '重新获取',
    again: '{{seconds}} 秒后重试',
    sent: '六位验证码已发送，{{minutes}} 分钟内有效；短信最长可能需要五分钟。',
  },
})
