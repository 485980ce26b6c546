import { words } from '../../../ui/words.ts'

export const sheetLiveText = words('device-signal-live', {
  en: {
    value: 'Live value',
    notSaved: 'not saved',
    notSynced: 'not synchronised',
    noGateway: 'no gateway',
  },
  'zh-cn': {
    value: '实时值',
    notSaved: '未保存',
    notSynced: '未同步',
    noGateway: '无网关',
  },
})
