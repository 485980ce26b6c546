import { above, below, type Category, circle, onBody, rect, right, stubs, symbol, through } from './symbol.ts'

const right24 = [right(24)]
const round = (r = 16) => ({ line: stubs(24 - r, 24 + r), body: circle(24, 24, r) })

export default {
  key: 'pumps',
  name: { en: 'Pumps and drives', 'zh-cn': '泵与驱动' },
  symbols: [
    symbol(
      'pump',
      'Centrifugal pump',
      '离心泵',
      { ...round(), glyph: 'M18.5 15.5L34 24L18.5 32.5Z' },
      { ports: through() },
    ),
    symbol(
      'submersible',
      'Submersible pump',
      '潜水泵',
      {
        line: ['M24 15V0', 'M18 45.5H30M2 11c3-3 5-3 8 0s5 3 8 0M30 11c3-3 5-3 8 0s5 3 8 0'],
        body: rect(15, 15, 18, 26, 9),
        glyph: 'M18.8 31.5L24 22.5L29.2 31.5Z',
      },
      { ports: [above(24)] },
    ),
    symbol(
      'dosingPump',
      'Dosing pump',
      '计量泵',
      {
        line: [stubs(9, 39), 'M6 44L41 6.4'],
        body: circle(24, 24, 15),
        glyph: 'M19 16.5L32.5 24L19 31.5Z',
        dot: 'M43 4L41.4 10.6L36.4 5.8Z',
      },
      { ports: through() },
    ),
    symbol(
      'gearPump',
      'Gear pump',
      '齿轮泵',
      { ...round(), glyphLine: [circle(24, 17.5, 6.2), circle(24, 30.5, 6.2)] },
      { ports: through() },
    ),
    symbol(
      'screwPump',
      'Screw pump',
      '螺杆泵',
      {
        line: stubs(3, 45),
        body: rect(3, 15, 42, 18, 2),
        glyphLine: 'M6 24c3-8 6-8 9 0s6 8 9 0s6-8 9 0s6 8 9 0',
      },
      { ports: through() },
    ),
    symbol(
      'diaphragmPump',
      'Diaphragm pump',
      '隔膜泵',
      { ...round(), glyphLine: ['M24 8V40', 'M24 14c8 4 8 16 0 20'] },
      { ports: through() },
    ),
    symbol(
      'pistonPump',
      'Piston pump',
      '柱塞泵',
      { ...round(), glyphLine: ['M24 17H36V31H24Z', 'M10 24H24', 'M29 17V31'] },
      { ports: through() },
    ),
    symbol(
      'peristalticPump',
      'Peristaltic pump',
      '蠕动泵',
      {
        ...round(),
        glyphLine: [circle(24, 24, 9)],
        glyphDot: [circle(24, 15, 2.5), circle(16.2, 28.5, 2.5), circle(31.8, 28.5, 2.5)],
      },
      { ports: through() },
    ),
    symbol(
      'vacuumPump',
      'Vacuum pump',
      '真空泵',
      { ...round(), glyphLine: [circle(27, 24, 8), 'M27 24H35M27 24L21.3 18.3M27 24L21.3 29.7'] },
      { ports: through() },
    ),
    symbol(
      'borehole',
      'Borehole pump',
      '深井泵',
      {
        line: ['M24 20V0', 'M8 8V46M40 8V46'],
        dashed: 'M12 46H36',
        body: rect(18, 20, 12, 22, 3),
        glyph: 'M20.5 34L24 27L27.5 34Z',
      },
      { ports: [above(24)] },
    ),
    symbol(
      'boosterSet',
      'Booster set',
      '增压机组',
      {
        line: ['M0 40H48', 'M0 8H48', 'M12 15V8M36 15V8M12 33V40M36 33V40'],
        body: [circle(12, 24, 9), circle(36, 24, 9)],
        glyph: ['M7.5 28.5L12 19L16.5 28.5Z', 'M31.5 28.5L36 19L40.5 28.5Z'],
      },
      { ports: [...through(40), ...through(8)] },
    ),
    symbol('motor', 'Motor', '电动机', { body: circle(24, 24, 17) }, { texts: [onBody('M', 29.8, 16)] }),
    symbol(
      'servo',
      'Servo motor',
      '伺服电机',
      { line: 'M40 24H48', body: rect(6, 12, 34, 24, 3), glyphLine: 'M14 12V36' },
      { ports: right24, texts: [onBody('SM', 28.4, 12, 27)] },
    ),
    symbol(
      'gearbox',
      'Gearbox',
      '减速箱',
      { line: stubs(8, 40), body: rect(8, 10, 32, 28, 2), glyphLine: [circle(18, 24, 6), circle(31, 24, 6.5)] },
      { ports: through() },
    ),
    symbol(
      'drive',
      'Frequency drive',
      '变频器',
      {
        body: rect(7, 7, 34, 34, 2),
        glyphLine: [
          'M41 7L7 41',
          'M11.5 16c1.7-4 4-4 5.5 0s3.8 4 5.5 0',
          'M25 33.5c1-4 2.4-4 3.3 0s2.4 4 3.3 0s2.4-4 3.3 0s2.4 4 3.3 0',
        ],
      },
      { ports: [above(24), below(24)] },
    ),
    symbol(
      'softStarter',
      'Soft starter',
      '软启动器',
      { body: rect(7, 7, 34, 34, 2), glyphLine: ['M13 35H35', 'M13 35C22 35 20 15 35 15'] },
      { ports: [above(24), below(24)] },
    ),
    symbol(
      'starter',
      'Motor starter',
      '电动机启动器',
      { line: 'M24 0V8M24 40V48', body: rect(10, 8, 28, 32, 2), glyphLine: 'M24 14V20L31 28M24 34V29' },
      { ports: [above(24), below(24)] },
    ),
  ],
} satisfies Category
