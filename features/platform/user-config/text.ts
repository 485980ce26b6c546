import { words } from '../../../ui/words.ts'

export const userConfigText = words('userConfig', {
  en: {
    title: 'System settings',
    zoneName: 'Time zone of lists',
    zoneNote:
      'Lists, your own records and your notification hours use this time zone. With the browser time zone, your notification hours are in your company’s time zone. Data of a device is shown in the time zone of the device.',
    zoneOfBrowser: 'Browser time zone ({{zone}})',
  },
  'zh-cn': {
    title: '系统设置',
    zoneName: '列表时区',
    zoneNote:
      '列表和个人记录按此时区显示，通知接收时段也按此时区；选择浏览器时区时，接收时段按企业时区。设备数据按设备所在时区显示。',
    zoneOfBrowser: '浏览器时区（{{zone}}）',
  },
})
