import { above, below, type Category, circle, left, rect, right, symbol, through } from './symbol.ts'

export default {
  key: 'factory',
  name: { en: 'Conveying and factory', 'zh-cn': '输送与工厂' },
  symbols: [
    symbol(
      'conveyor',
      'Belt conveyor',
      '皮带输送机',
      {
        body: [circle(9, 32, 6.5), circle(39, 32, 6.5)],
        line: ['M9 25.5H39M9 38.5H39', 'M28 19.5h11M35.5 16l3.5 3.5l-3.5 3.5'],
        plain: rect(12, 14, 11, 11, 1),
      },
      { ports: through(32) },
    ),
    symbol(
      'rollerConveyor',
      'Roller conveyor',
      '辊道',
      {
        body: [circle(8, 28, 4), circle(18.7, 28, 4), circle(29.3, 28, 4), circle(40, 28, 4)],
        line: 'M2 34H46M6 34V42M42 34V42',
        plain: rect(14, 10, 20, 13, 1),
      },
      { ports: through(28) },
    ),
    symbol(
      'screwConveyor',
      'Screw conveyor',
      '螺旋输送机',
      {
        line: 'M8 14V6M40 34V42M2 24H46',
        body: rect(4, 14, 40, 20, 2),
        glyphLine: 'M8 33L14 15M16 33L22 15M24 33L30 15M32 33L38 15',
      },
      { ports: [above(8), below(40)] },
    ),
    symbol(
      'elevator',
      'Bucket elevator',
      '斗式提升机',
      {
        line: 'M34 12H46M2 40H14',
        body: rect(14, 3, 20, 42, 9),
        glyphLine: ['M24 10V38', 'M17 16H22V20H17ZM17 26H22V30H17ZM26 14H31V18H26ZM26 24H31V28H26ZM26 34H31V38H26Z'],
      },
      { ports: [right(12), left(40)] },
    ),
    symbol(
      'feeder',
      'Vibrating feeder',
      '振动给料机',
      { line: 'M10 36L8 44M36 36L38 44M2 20l3 3l-3 3l3 3', body: 'M8 18H40L46 30H8Z', plain: rect(14, 30, 14, 6) },
      { ports: [right(30)] },
    ),
    symbol(
      'crusher',
      'Crusher',
      '破碎机',
      {
        body: [circle(16, 26, 10), circle(33, 26, 10)],
        line: 'M8 4L14 12M40 4L34 12M20 44V38M28 44V38',
        glyphLine: 'M16 19V33M9 26H23M33 19V33M26 26H40',
      },
      { ports: [above(24), below(24)] },
    ),
    symbol(
      'mill',
      'Ball mill',
      '球磨机',
      {
        line: 'M0 24H5M43 24H48M12 36V44M36 36V44',
        body: rect(5, 12, 38, 24, 3),
        glyphDot: [circle(14, 30, 2), circle(20, 31, 2), circle(26, 30, 2), circle(32, 31, 2), circle(23, 26, 2)],
      },
      { ports: through() },
    ),
    symbol(
      'screen',
      'Vibrating screen',
      '振动筛',
      { line: 'M8 36V44M40 36V44', body: 'M4 14L44 24V36H4Z', dashed: 'M6 20L42 29' },
      { ports: [left(24), right(30)] },
    ),
    symbol(
      'cyclone',
      'Cyclone',
      '旋风分离器',
      {
        line: 'M0 12H10M24 8V0M24 44V48',
        body: 'M10 8H38V20L27 44H21L10 20Z',
        glyphLine: 'M14 14c6 4 14 4 20 0M17 24c4 3 10 3 14 0',
      },
      { ports: [left(12), above(24), below(24)] },
    ),
    symbol('robot', 'Robot', '机器人', {
      line: [
        'M8 44H28M12 44V38H24V44',
        'M18 34L12 18M12 16L30 9',
        'M15.3 38V35.5M20.7 38V35.5',
        'M34 12.5L37 18M31 24V20.5L37 18L42 19.5V23',
      ],
      body: [circle(18, 33, 4.5), circle(12.5, 16.5, 4.5), circle(32, 9, 4)],
    }),
    symbol('machineTool', 'Machine tool', '数控机床', {
      body: 'M4 8H44V42H4Z',
      plain: rect(9, 13, 21, 18, 1),
      line: 'M19.5 13V19M16.5 19H22.5L19.5 24.5ZM12.5 27.5H26.5',
      glyphLine: 'M35 14h4.5M35 19h4.5M35 24h4.5M9 36.5H30',
    }),
    symbol('press', 'Press', '压力机', {
      line: 'M4 44H44M24 14V22M18 4H30',
      body: [rect(8, 4, 32, 10), rect(14, 22, 20, 8)],
      plain: rect(10, 36, 28, 8),
    }),
    symbol(
      'extruder',
      'Extruder',
      '挤出机',
      {
        line: 'M44 26H48M10 38V44M36 38V44',
        body: 'M4 16H36L44 22V30L36 38H4Z',
        glyphLine: 'M8 32L13 20M16 32L21 20M24 32L29 20',
        plain: 'M8 4H20L16 16H12Z',
      },
      { ports: [right(26)] },
    ),
    symbol('palletiser', 'Palletiser', '码垛机', {
      line: 'M8 44V6H30M30 6V14',
      body: [rect(24, 14, 12, 8), rect(18, 32, 12, 8), rect(30, 32, 12, 8), rect(24, 24, 12, 8)],
      plain: rect(16, 40, 28, 4),
    }),
    symbol('crane', 'Overhead crane', '行车', {
      line: 'M2 8H46M6 8V44M42 8V44M26 14V26M22 26a4 4 0 1 0 8 0',
      body: rect(18, 8, 16, 6),
    }),
    symbol('forklift', 'Forklift', '叉车', {
      line: 'M36 6V42H46M8 22H14V10H26L32 24',
      body: 'M6 22H32V36H6Z',
      plain: [circle(12, 38, 5), circle(28, 38, 5)],
    }),
    symbol('agv', 'AGV', 'AGV 小车', {
      body: 'M6 24H42L45 30V36H3V30Z',
      plain: [circle(13, 37, 4.5), circle(35, 37, 4.5), rect(12, 10, 24, 14, 1)],
    }),
    symbol('tanker', 'Tanker', '罐车', {
      body: 'M3 14a5 9 0 0 1 5-5H27a5 9 0 0 1 0 19H8a5 9 0 0 1-5-9Z',
      line: 'M31 31H2M32 16H39L46 24V33H43M33 33H25M15 33H2V28M32 16V31',
      plain: [circle(10, 35, 4.5), circle(38, 35, 4.5), circle(20, 35, 4.5)],
    }),
    symbol(
      'packing',
      'Packing machine',
      '包装机',
      {
        body: rect(4, 8, 28, 34, 1),
        glyphLine: [rect(10, 14, 16, 12), 'M10 32H18M10 36H22'],
        plain: rect(34, 28, 11, 11),
        line: 'M32 40H46',
      },
      { ports: [right(40)] },
    ),
    symbol(
      'stack',
      'Stack',
      '烟囱',
      {
        line: 'M10 46H38M20 6c-3-2-3-4 0-5M28 6c3-2 3-4 0-5',
        body: 'M19 8H29L33 46H15Z',
        glyphLine: 'M18 18H30M17 28H31',
      },
      { ports: [below(24)] },
    ),
    symbol('building', 'Building', '建筑', {
      body: 'M6 44V16L24 4L42 16V44Z',
      glyphLine: 'M14 22H20V28H14ZM28 22H34V28H28ZM20 44V34H28V44',
    }),
    symbol(
      'house',
      'Consumers',
      '用户',
      { body: 'M4 24L24 6L44 24H38V44H10V24Z', glyphLine: 'M20 44V32H28V44' },
      { ports: [left(36)] },
    ),
  ],
} satisfies Category
