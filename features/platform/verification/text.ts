import { words } from '../../../ui/words.ts'

export const verificationText = words('verification', {
  en: {
    title: 'Outgoing messages',
    email: 'E-mail',
    sms: 'SMS',
    phone: 'Phone call',
    provider: 'Provider of the settings',
    outbox: 'Not sent (development mode)',
    off: 'Not set up: set {{setting}}',
    failing: 'The last message could not be delivered',
    channels: 'How messages are sent',
    kept: 'Messages not sent',
    none: 'No messages yet. In development mode, verification codes and alarms appear here instead of being sent.',
    sent: 'Messages are sent to their recipients; none are kept here.',
    refresh: 'Refresh',
  },
  'zh-cn': {
    title: '消息发送',
    email: '邮件',
    sms: '短信',
    phone: '电话',
    provider: '配置的服务商',
    outbox: '不发送（开发模式）',
    off: '未开通，请设置 {{setting}}',
    failing: '最近一条消息发送失败',
    channels: '发送方式',
    kept: '未发送的消息',
    none: '暂无消息。开发模式下本应发出的验证码和报警会显示在这里。',
    sent: '消息直接发送给收件人，不在此保留。',
    refresh: '刷新',
  },
})
