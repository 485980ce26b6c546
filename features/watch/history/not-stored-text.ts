import { words } from '../../../ui/words.ts'

export const notStoredText = words('history-not-stored', {
  en: {
    notStored: 'No history report stores this variable; other variables of the device are shown.',
    toReports: 'Add it to a history report',
  },
  'zh-cn': {
    notStored: '该变量未存入任何历史报表，当前显示本设备的其他变量。',
    toReports: '添加到历史报表',
  },
})
