import { above, below, type Category, circle, ellipse, left, rect, right, stubs, symbol, through } from './symbol.ts'

const openWall = 'M8 6V41a2 2 0 0 0 2 2H38a2 2 0 0 0 2-2V6'
const inOpen = 'M8 8H40V41a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2Z'
const dots = (y: number, from: number, count: number, step: number) =>
  Array.from({ length: count }, (_, i) => circle(from + i * step, y, 1))

export default {
  key: 'vessels',
  name: { en: 'Vessels and water', 'zh-cn': '容器与水处理' },
  symbols: [
    symbol(
      'openTank',
      'Open tank',
      '敞口水箱',
      { liquid: inOpen, line: [openWall, 'M4 13h4M4 24h4M4 35h4'] },
      { ports: through(35) },
    ),
    symbol(
      'tank',
      'Closed tank',
      '封闭罐',
      {
        liquid: 'M8 14H40V41a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2Z',
        line: 'M8 14Q24 1 40 14V41a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2ZM8 14H40',
      },
      { ports: [...through(35), above(24)] },
    ),
    symbol(
      'pressureVessel',
      'Pressure vessel',
      '压力容器',
      {
        liquid: 'M13 12a11 7 0 0 1 22 0V35a11 7 0 0 1-22 0Z',
        line: 'M13 12a11 7 0 0 1 22 0V35a11 7 0 0 1-22 0ZM13 12H35M13 35H35M15 40V46M33 40V46',
      },
      { ports: [above(24), below(24)] },
    ),
    symbol(
      'drum',
      'Drum',
      '卧式罐',
      {
        liquid: 'M12 14H36a9 10 0 0 1 0 20H12a9 10 0 0 1 0-20Z',
        line: 'M12 14H36a9 10 0 0 1 0 20H12a9 10 0 0 1 0-20ZM12 14V34M36 14V34M14 34V42M34 34V42M10 42h8M30 42h8',
      },
      { ports: [above(24), below(24)] },
    ),
    symbol(
      'sphere',
      'Gas sphere',
      '球罐',
      {
        liquid: circle(24, 22, 17),
        line: [circle(24, 22, 17), 'M7 22a17 5 0 0 0 34 0M14 36L10 46M34 36L38 46M6 46H42'],
      },
      { ports: [below(24)] },
    ),
    symbol(
      'gasHolder',
      'Gas holder',
      '储气柜',
      { liquid: rect(8, 14, 32, 28), line: 'M8 18Q24 4 40 18V42H8ZM4 10V44H44V10M8 18H40' },
      { ports: [left(40), right(40)] },
    ),
    symbol(
      'silo',
      'Silo',
      '料仓',
      {
        liquid: 'M12 7H36V29L27 43H21L12 29Z',
        line: 'M12 7Q24 0 36 7V29L27 43V46H21V43L12 29ZM12 7H36M12 29H36M12 29V46M36 29V46',
      },
      { ports: [above(24), below(24)] },
    ),
    symbol(
      'hopper',
      'Hopper',
      '料斗',
      { liquid: 'M5 8H43L28 34H20Z', line: 'M5 8H43L28 34V42H20V34ZM20 34H28M16 46H32' },
      { ports: [above(24), below(24)] },
    ),
    symbol('bigBag', 'Big bag', '吨袋', {
      liquid: 'M12 12H36a4 4 0 0 1 2 4V40a3 3 0 0 1-3 3H13a3 3 0 0 1-3-3V16a4 4 0 0 1 2-4Z',
      line: 'M12 12H36a4 4 0 0 1 2 4V40a3 3 0 0 1-3 3H13a3 3 0 0 1-3-3V16a4 4 0 0 1 2-4ZM14 12C12 6 16 4 18 8M34 12C36 6 32 4 30 8',
    }),
    symbol('barrel', 'Barrel', '桶', {
      liquid: rect(11, 8, 26, 34, 3),
      line: [rect(11, 8, 26, 34, 3), 'M11 19H37M11 31H37', ellipse(24, 8, 13, 3)],
    }),
    symbol(
      'sandFilter',
      'Sand filter',
      '砂滤池',
      {
        liquid: rect(9, 8, 30, 14),
        line: 'M9 6V40a2 2 0 0 0 2 2H37a2 2 0 0 0 2-2V6M9 22H39M9 34H39',
        dot: [...dots(26, 13, 5, 5.5), ...dots(30.3, 15.7, 5, 4.4)],
        dashed: 'M14 38H34',
      },
      { ports: [...through(14), below(24)] },
    ),
    symbol(
      'pressureFilter',
      'Pressure filter',
      '压力过滤器',
      {
        line: ['M10 14a14 9 0 0 1 28 0V34a14 9 0 0 1-28 0Z', 'M24 5V0M24 43V48'],
        dashed: 'M11 34H37M11 22H37',
        dot: dots(28, 15, 5, 4.5),
      },
      { ports: [above(24), below(24)] },
    ),
    symbol(
      'cartridgeFilter',
      'Cartridge filter',
      '滤芯过滤器',
      {
        line: stubs(8, 40, 14),
        body: 'M8 8H40V14L36 40a4 4 0 0 1-4 4H16a4 4 0 0 1-4-4L8 14Z',
        dashed: 'M16 18V40M24 18V42M32 18V40',
        glyphLine: 'M8 14H40',
      },
      { ports: through(14) },
    ),
    symbol(
      'bagFilter',
      'Bag filter',
      '袋式除尘器',
      {
        line: stubs(8, 40, 12),
        body: 'M8 6H40V32L28 44H20L8 32Z',
        glyphLine: 'M14 12V28H18V12M22 12V28H26V12M30 12V28H34V12',
      },
      { ports: [...through(12), below(24)] },
    ),
    symbol(
      'strainer',
      'Strainer',
      'Y 型过滤器',
      { line: stubs(8, 40, 18), body: 'M8 10H40V26H33L24 44L15 26H8Z', dashed: 'M15 26L31 10' },
      { ports: through(18) },
    ),
    symbol(
      'membrane',
      'Membrane',
      '膜组件',
      { line: [stubs(4, 44, 18), 'M36 34V44'], body: rect(4, 10, 40, 24, 4), dashed: 'M4 34L44 10' },
      { ports: [...through(18), below(36)] },
    ),
    symbol(
      'barScreen',
      'Bar screen',
      '格栅',
      {
        liquid: 'M2 20H20L27.5 42H2ZM24.5 26H46V42H30Z',
        line: 'M2 42H46M2 20H15M29 26H46M13 4L26 42M17.5 4L30.5 42M22 4L35 42',
      },
      { ports: through(32) },
    ),
    symbol(
      'drumScreen',
      'Drum screen',
      '转鼓格栅',
      {
        line: [stubs(6, 42), 'M2 44H46'],
        body: circle(24, 24, 18),
        dashed: circle(24, 24, 13),
        glyphDot: circle(24, 24, 2.5),
      },
      { ports: through() },
    ),
    symbol(
      'clarifier',
      'Clarifier',
      '澄清池',
      {
        liquid: 'M3 13H45V22L28 38H20L3 22Z',
        line: 'M3 11V22L20 38V44H28V38L45 22V11M24 4V32M16 24L24 32L32 24M19 11V19H29V11',
      },
      { ports: [...through(18), below(24)] },
    ),
    symbol(
      'settler',
      'Settling tank with hoppers',
      '斜斗沉淀池',
      {
        liquid: 'M2 10H46V26L39 42L32 26L24 42L16 26L9 42L2 26Z',
        line: 'M2 6V26L9 42L16 26L24 42L32 26L39 42L46 26V6',
      },
      { ports: [...through(16), below(24)] },
    ),
    symbol(
      'lamella',
      'Lamella settler',
      '斜板沉淀池',
      {
        liquid: 'M4 10H44V28L28 43H20L4 28Z',
        line: 'M4 6V28L20 43H28L44 28V6M12 28L20 14M18 28L26 14M24 28L32 14M30 28L38 14',
      },
      { ports: [...through(12), below(24)] },
    ),
    symbol(
      'clearWell',
      'Clear well',
      '清水池',
      { liquid: rect(6, 15, 36, 28), line: 'M1 13H47M6 13V43H42V13M30 13V8H38V13M3 18l3-3M45 15l-3 3' },
      { ports: through(35) },
    ),
    symbol(
      'aerationTank',
      'Aeration tank',
      '曝气池',
      {
        liquid: rect(3, 12, 42, 31),
        line: 'M3 6V43H45V6M8 38H40',
        plain: [circle(14, 30, 2), circle(22, 24, 2.5), circle(32, 29, 2), circle(37, 20, 2), circle(12, 19, 2)],
      },
      { ports: [...through(14), above(24)] },
    ),
    symbol(
      'digester',
      'Digester',
      '消化池',
      { liquid: 'M10 14Q24 2 38 14V36L28 45H20L10 36Z', line: 'M10 14Q24 2 38 14V36L28 45H20L10 36ZM24 6V0M10 14H38' },
      { ports: [above(24), below(24)] },
    ),
    symbol(
      'well',
      'Well',
      '水井',
      { liquid: rect(14, 20, 20, 24), line: 'M14 6V46M34 6V46M6 6H14M34 6H42' },
      { ports: [above(24)] },
    ),
    symbol(
      'mixer',
      'Agitator',
      '搅拌机',
      { line: 'M24 15V38', body: [rect(17, 3, 14, 12, 1.5), 'M24 38L11 33.5V42.5L37 33.5V42.5Z'] },
      { texts: [{ text: 'M', x: 24, y: 12.6, size: 9, on: 'body' }] },
    ),
    symbol(
      'mixingTank',
      'Mixing tank',
      '搅拌罐',
      {
        liquid: 'M8 14H40V41a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2Z',
        line: ['M8 12V41a2 2 0 0 0 2 2H38a2 2 0 0 0 2-2V12', 'M24 10V32'],
        body: [rect(18, 1, 12, 9, 1), 'M24 32L14 28V36L34 28V36Z'],
      },
      { ports: through(35) },
    ),
    symbol(
      'staticMixer',
      'Static mixer',
      '静态混合器',
      { line: stubs(4, 44), body: rect(4, 16, 40, 16, 1), glyphLine: 'M8 32L16 16L24 32L32 16L40 32' },
      { ports: through() },
    ),
    symbol(
      'centrifuge',
      'Centrifuge',
      '离心机',
      {
        line: 'M0 18H5M24 36V44M42 30V44',
        body: 'M5 14H30L44 20V28L30 34H5Z',
        glyphLine: 'M9 24c3-6 5-6 7 0s5 6 7 0s5-5 7 0s4 3 6 0',
      },
      { ports: [left(18), below(24), below(42)] },
    ),
    symbol(
      'filterPress',
      'Filter press',
      '压滤机',
      {
        line: 'M3 42H45M6 38V42M42 38V42',
        body: rect(4, 12, 40, 26),
        glyphLine: 'M11 12V38M17 12V38M23 12V38M29 12V38M35 12V38',
      },
      { ports: through() },
    ),
    symbol(
      'uv',
      'UV disinfection',
      '紫外消毒',
      {
        line: [stubs(5, 43), 'M14 13V6M24 13V3M34 13V6'],
        body: rect(5, 13, 38, 22, 3),
        glyphLine: 'M9 20H39M9 28H39',
      },
      { ports: through() },
    ),
    symbol(
      'ozone',
      'Ozone generator',
      '臭氧发生器',
      {
        line: stubs(7, 41),
        body: rect(7, 8, 34, 32, 2),
      },
      { ports: through(), texts: [{ text: 'O₃', x: 24, y: 29.5, size: 15, on: 'body' }] },
    ),
    symbol(
      'softener',
      'Softener',
      '软水器',
      {
        line: 'M0 14H9M39 14H48M9 30H39',
        body: 'M9 12a15 9 0 0 1 30 0V36a15 9 0 0 1-30 0Z',
        glyphDot: [...dots(24, 15, 4, 6), ...dots(18, 18, 3, 6)],
      },
      { ports: through(14) },
    ),
  ],
} satisfies Category
