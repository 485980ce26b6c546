import { words } from '../../../ui/words.ts'

export const alarmCurveText = words('alarm-curve', {
  en: {
    now: 'now',
    rising: 'rising {{rate}}/min',
    falling: 'falling {{rate}}/min',
    aheadIn: ': {{value}} in {{age}}',
    noCurve: 'No history report stores this variable: there is no curve.',
    noValues: 'No stored values around this alarm.',
    curve: 'Curve of {{name}} around the alarm',
  },
  'zh-cn': {
    now: '现在',
    rising: '每分钟上升 {{rate}}',
    falling: '每分钟下降 {{rate}}',
    aheadIn: '，{{age}}后到 {{value}}',
    noCurve: '没有历史报表存储该变量，无法显示曲线。',
    noValues: '报警前后没有存储的数值。',
    curve: '{{name}} 报警前后的曲线',
  },
})
