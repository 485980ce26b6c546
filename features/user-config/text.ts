import { words } from '../../ui/words.ts'

export const userConfigText = words('userConfig', {
  en: {
    title: 'System settings',
    zoneName: 'Time zone of lists',
    zoneNote:
      'Lists and your own records use this time zone. Data of a device is shown in the time zone of the device.',
    zoneOfBrowser: 'As the browser ({{zone}})',
  },
  'zh-cn': {
    title: '系统设置',
    zoneName: '列表时区',
    zoneNote: '列表和个人记录按此时区显示；设备数据按设备所在时区显示。',
    zoneOfBrowser: '跟随浏览器（{{zone}}）',
  },
})
