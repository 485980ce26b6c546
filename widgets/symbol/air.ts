import { above, below, type Category, circle, left, rect, right, stubs, symbol, through } from './symbol.ts'

const blade = (turn: number): string => {
  // The outline of one blade from the hub, rotated about the point 24, 24.
  const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)]
  const at = (x: number, y: number) =>
    `${Number((24 + x * cos - y * sin).toFixed(2))} ${Number((24 + x * sin + y * cos).toFixed(2))}`
  return `M${at(0, 0)}C${at(-5.6, -3.4)} ${at(-6.7, -10)} ${at(-1.1, -13.4)}C${at(3.4, -11.2)} ${at(3.9, -4.5)} ${at(0, 0)}Z`
}

export default {
  key: 'air',
  name: { en: 'Fans and compressors', 'zh-cn': '风机与压缩机' },
  symbols: [
    symbol('fan', 'Fan', '风机', {
      body: circle(24, 24, 18),
      glyph: [blade(0), blade(120), blade(240)],
      glyphDot: circle(24, 24, 2.4),
    }),
    symbol(
      'ductFan',
      'Duct fan',
      '管道风机',
      {
        line: 'M0 8H48M0 40H48',
        body: circle(24, 24, 13),
        glyph: 'M18 16.5L34 24L18 31.5Z',
      },
      { ports: through() },
    ),
    symbol(
      'blower',
      'Blower',
      '鼓风机',
      { body: 'M22 10H45V22H36.9A15 15 0 1 1 22 10Z', glyphLine: circle(22, 25, 6.5), glyphDot: circle(22, 25, 2) },
      { ports: [right(16)] },
    ),
    symbol(
      'rootsBlower',
      'Roots blower',
      '罗茨风机',
      {
        line: stubs(5, 43),
        body: rect(5, 10, 38, 28, 13),
        glyphLine: [circle(18, 20, 4.5), circle(18, 28, 4.5), circle(27, 24, 4), circle(35, 24, 4)],
      },
      { ports: through() },
    ),
    symbol(
      'compressor',
      'Compressor',
      '压缩机',
      { line: stubs(7, 41), body: circle(24, 24, 17), glyphLine: 'M14.5 10L39 17.5M14.5 38L39 30.5' },
      { ports: through() },
    ),
    symbol(
      'screwCompressor',
      'Screw compressor',
      '螺杆压缩机',
      {
        line: stubs(5, 43),
        body: 'M5 12L43 18V30L5 36Z',
        glyphLine: 'M9 24c3-7 6-7 8 0s5 6 7 0s5-5 7 0s5 4 7 0',
      },
      { ports: through() },
    ),
    symbol(
      'pistonCompressor',
      'Piston compressor',
      '活塞压缩机',
      { line: stubs(7, 41), body: circle(24, 24, 17), glyphLine: ['M24 15H37V33H24Z', 'M7 24H24M30 15V33'] },
      { ports: through() },
    ),
    symbol(
      'airReceiver',
      'Air receiver',
      '储气罐',
      {
        liquid: 'M13 12a11 7 0 0 1 22 0V35a11 7 0 0 1-22 0Z',
        line: 'M13 12a11 7 0 0 1 22 0V35a11 7 0 0 1-22 0ZM0 16H13M35 16H48M16 40V46M32 40V46M24 5V0',
      },
      { ports: [left(16), right(16), above(24)] },
    ),
    symbol(
      'airDryer',
      'Air dryer',
      '干燥机',
      {
        line: stubs(8, 40),
        body: rect(8, 8, 32, 32, 2),
        glyphLine: 'M24 14c5 7 7 9 7 13a7 7 0 0 1-14 0c0-4 2-6 7-13ZM12 12L36 36',
      },
      { ports: through() },
    ),
    symbol(
      'airHandler',
      'Air handling unit',
      '空调机组',
      {
        line: stubs(3, 45),
        body: rect(3, 10, 42, 28, 1),
        glyphLine: ['M14 10V38M30 10V38', 'M18 36L26 12M18 12L26 36', circle(37.5, 24, 5)],
        dashed: 'M8.5 11V37',
      },
      { ports: through() },
    ),
    symbol(
      'damper',
      'Damper',
      '风阀',
      { line: 'M0 10H48M0 38H48M24 24V4M19 4H29', body: 'M22.5 12L36 24L25.5 36L12 24Z' },
      { ports: through() },
    ),
    symbol(
      'louvre',
      'Louvre',
      '百叶',
      { body: rect(10, 6, 28, 36, 1), glyphLine: 'M14 12L34 18M14 20L34 26M14 28L34 34' },
      { ports: through() },
    ),
    symbol(
      'silencer',
      'Silencer',
      '消声器',
      { line: stubs(6, 42), body: rect(6, 13, 36, 22, 2), dashed: 'M10 18H38M10 30H38', glyphLine: 'M12 24H36' },
      { ports: through() },
    ),
    symbol(
      'diffuser',
      'Aerator',
      '曝气头',
      {
        line: 'M24 48V38',
        body: 'M8 30a16 8 0 0 1 32 0V38H8Z',
        plain: [circle(14, 20, 2.5), circle(25, 14, 3), circle(35, 21, 2), circle(20, 7, 2), circle(32, 6, 2.5)],
      },
      { ports: [below(24)] },
    ),
  ],
} satisfies Category
