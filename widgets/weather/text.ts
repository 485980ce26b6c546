import { words } from '../../ui/words.ts'

export const weatherText = words('widget-weather', {
  en: {
    notSetUp: 'Weather is not configured on this platform.',
    noPlace: 'No place selected yet: enter latitude and longitude.',
    noAreas: 'The weather is known by latitude and longitude, not by areas. Enter a place by hand.',
    onPage: 'Weather, shown in monitoring',
    onlyNow: 'The weather is shown for now only, not for the past.',
    humidity: 'Humidity',
    wind: 'Wind',
    at: '{{time}}, {{source}}',
    old: 'Not current: {{time}}, {{source}}',
  },
  'zh-cn': {
    notSetUp: '平台未配置天气服务。',
    noPlace: '尚未选择地点，请填写纬度和经度。',
    noAreas: '天气按经纬度查询，不支持按地区代码查询，请手动指定地点。',
    onPage: '天气，在监控中显示',
    onlyNow: '仅显示当前天气，不显示历史天气。',
    humidity: '湿度',
    wind: '风',
    at: '{{time}}，{{source}}',
    old: '数据已过时：{{time}}，{{source}}',
  },
})
