import { words } from '../../../ui/words.ts'

export const keyText = words('key', {
  en: {
    question: 'Enable this key?',
    act: 'Enable the key',
    next: '{{on}} while pressed, then {{back}}',
    note: 'Then press and hold the key. If this browser or its connection fails while it is pressed, the gateway writes the value back within {{seconds}} s. The key is disabled after five minutes without use.',
    notPressed: 'The key of {{title}} did not work.',
    notReleased: 'The key of {{title}} could not be released from here; the gateway writes the value back.',
    lost: 'The key of {{title}} was released by the gateway.',
    unknown: 'It is not known whether the value was written.',
  },
  'zh-cn': {
    question: '启用此点动按钮？',
    act: '启用按钮',
    next: '按下时 {{on}}，松开后 {{back}}',
    note: '启用后按住按钮即可。按住期间若浏览器或网络中断，网关会在 {{seconds}} 秒内自动写回。五分钟未使用将自动停用。',
    notPressed: '“{{title}}”的点动未成功。',
    notReleased: '“{{title}}”无法从此处松开，由网关写回。',
    lost: '“{{title}}”已由网关松开。',
    unknown: '无法确认数值是否已写入。',
  },
})
