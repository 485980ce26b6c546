import {
  below,
  type Category,
  circle,
  left,
  onGround,
  type Port,
  rect,
  right,
  type SymbolText,
  stubs,
  symbol,
  through,
} from './symbol.ts'

/** A balloon of ISA 5.1: letters above a number that the page sets. */
const tag = (key: string, letters: string, en: string, zh: string) =>
  symbol(
    key,
    en,
    zh,
    { line: 'M24 42V48', plain: circle(24, 23, 18.5) },
    { ports: [below(24)] as Port[], texts: texts(letters) },
  )
const texts = (letters: string): SymbolText[] => [
  { ...onGround(letters, 22, 11.5), param: 'letters' },
  { ...onGround('', 34, 10.5), param: 'number' },
]

export default {
  key: 'measuring',
  name: { en: 'Measuring', 'zh-cn': '测量' },
  symbols: [
    tag('flowInstrument', 'FIT', 'Flow', '流量'),
    tag('levelInstrument', 'LIT', 'Level', '液位'),
    tag('pressureInstrument', 'PIT', 'Pressure', '压力'),
    tag('temperatureInstrument', 'TIT', 'Temperature', '温度'),
    tag('analyser', 'AIT', 'Analyser', '分析仪'),
    tag('weightInstrument', 'WIT', 'Weight', '称重'),
    tag('speedInstrument', 'SIT', 'Speed', '转速'),
    tag('vibrationInstrument', 'VIT', 'Vibration', '振动'),
    tag('humidityInstrument', 'MIT', 'Humidity', '湿度'),
    tag('powerInstrument', 'JIT', 'Power', '功率'),
    symbol(
      'controller',
      'Controller',
      '控制器',
      { line: 'M24 42V48', plain: [circle(24, 23, 18.5)], dashed: 'M5.5 23H42.5' },
      {
        ports: [below(24)],
        texts: [
          { ...onGround('FIC', 19, 11), param: 'letters' },
          { ...onGround('', 34, 10.5), param: 'number' },
        ],
      },
    ),
    symbol(
      'interlock',
      'Interlock',
      '联锁',
      { plain: 'M24 3L45 24L24 45L3 24Z' },
      { ports: through(), texts: [onGround('I', 29.5, 16)] },
    ),
    symbol(
      'orifice',
      'Orifice plate',
      '孔板',
      { line: ['M0 24H48', 'M22 8V20M22 28V40M26 8V20M26 28V40'] },
      { ports: through() },
    ),
    symbol(
      'magFlow',
      'Magnetic flow meter',
      '电磁流量计',
      { line: [stubs(12, 36), 'M24 14V8'], plain: [rect(12, 14, 24, 20, 2), rect(16, 1, 16, 7, 1)] },
      { ports: through(), texts: [onGround('M', 28.5, 12)] },
    ),
    symbol(
      'turbineMeter',
      'Water meter',
      '水表',
      { line: stubs(8, 40), plain: [circle(24, 24, 16), rect(16, 16, 16, 7)], dot: circle(24, 31, 2.5) },
      { ports: through() },
    ),
    symbol(
      'manometer',
      'Pressure gauge',
      '压力表',
      { line: ['M24 38V48', circle(24, 21, 17), 'M24 21L33 12M13 29A13.5 13.5 0 1 1 35 29'], dot: circle(24, 21, 2.2) },
      { ports: [below(24)] },
    ),
    symbol(
      'thermometer',
      'Thermometer',
      '温度计',
      {
        line: 'M20 30V8a4 4 0 0 1 8 0V30M32 10H37M32 17H37M32 24H37',
        plain: circle(24, 37, 8),
        dot: [circle(24, 37, 5), 'M22.8 16H25.2V34H22.8Z'],
      },
      { ports: [below(24)] },
    ),
    symbol(
      'levelProbe',
      'Level probe',
      '液位开关',
      { line: 'M24 14V42M16 28c3-3 5-3 8 0s5 3 8 0', plain: rect(16, 4, 16, 10, 1), dot: circle(24, 43, 2.5) },
      { ports: [below(24)] },
    ),
    symbol(
      'radar',
      'Radar level meter',
      '雷达液位计',
      { line: 'M17 22L24 14L31 22M12 32a14 14 0 0 1 24 0M7 42a20 20 0 0 1 34 0', plain: rect(15, 3, 18, 11, 1) },
      { ports: [below(24)] },
    ),
    symbol(
      'scale',
      'Weighing scale',
      '称重平台',
      { line: 'M4 12H44M14 12V20M34 12V20', plain: 'M6 20H42L44 42H4Z', dot: circle(24, 31, 2) },
      { ports: [left(12), right(12)] },
    ),
    symbol('sampler', 'Sampler', '取样器', {
      line: 'M24 0V8M18 8H30M20 8V18L10 38a4 4 0 0 0 4 6H34a4 4 0 0 0 4-6L28 18V8',
      liquid: 'M14.5 30H33.5L38 38a4 4 0 0 1-4 6H14a4 4 0 0 1-4-6Z',
    }),
    symbol('weather', 'Weather station', '气象站', {
      line: 'M24 12V46M14 46H34M12 16H36',
      plain: [circle(12, 12, 4), circle(36, 12, 4)],
      dot: 'M24 2L28 12H20Z',
    }),
  ],
} satisfies Category
