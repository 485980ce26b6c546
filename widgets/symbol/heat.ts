import { above, below, type Category, circle, left, onBody, rect, right, stubs, symbol, through } from './symbol.ts'

const four = [left(14), left(34), right(14), right(34)]

export default {
  key: 'heat',
  name: { en: 'Heat and cold', 'zh-cn': '热力与制冷' },
  symbols: [
    symbol(
      'plateExchanger',
      'Plate heat exchanger',
      '板式换热器',
      {
        line: 'M0 14H10M0 34H10M38 14H48M38 34H48',
        body: rect(10, 5, 28, 38, 1.5),
        glyphLine: 'M16.5 9.5V38.5M24 9.5V38.5M31.5 9.5V38.5',
      },
      { ports: four },
    ),
    symbol(
      'shellTube',
      'Shell and tube exchanger',
      '管壳式换热器',
      {
        line: 'M13 14V0M35 34V48M0 24H3M45 24H48',
        body: 'M11 14H37a8 10 0 0 1 0 20H11a8 10 0 0 1 0-20Z',
        glyphLine: 'M3 24H11L15 18L21 30L27 18L33 30L37 24H45',
      },
      { ports: [...through(), above(13), below(35)] },
    ),
    symbol(
      'coil',
      'Heating coil',
      '盘管',
      { line: [stubs(8, 40)], body: rect(8, 8, 32, 32), glyphLine: 'M8 40L40 8' },
      { ports: through() },
    ),
    symbol(
      'boiler',
      'Boiler',
      '锅炉',
      {
        line: 'M14 41v4M34 41v4M24 4V0',
        body: 'M10 12a14 8 0 0 1 28 0V38a3 3 0 0 1-3 3H13a3 3 0 0 1-3-3Z',
        glyph:
          'M24 17c1 5 6.5 7 6.5 12.5a6.5 6.5 0 0 1-13 0c0-3 1.5-4.5 2.5-6.5c1 1.5 1.5 2 2.5 2.5c-.5-3 .5-6 1.5-8.5Z',
      },
      { ports: [above(24)] },
    ),
    symbol(
      'furnace',
      'Furnace',
      '加热炉',
      {
        line: 'M6 44H42M24 8V0',
        body: 'M10 44V18L18 8H30L38 18V44Z',
        glyph: 'M24 24c1 4 5 6 5 10a5 5 0 0 1-10 0c0-2 1-3.5 2-5c1 1 1.2 1.5 2 2c-.4-2.4.2-5 1-7Z',
      },
      { ports: [above(24)] },
    ),
    symbol(
      'burner',
      'Burner',
      '燃烧器',
      {
        line: 'M0 24H6',
        body: rect(6, 14, 16, 20, 2),
        plain: 'M24 24c8-2 8-8 14-10c-1 3 0 5 6 10c-6 5-7 7-6 10c-6-2-6-8-14-10Z',
      },
      { ports: [left(24)] },
    ),
    symbol(
      'heater',
      'Electric heater',
      '电加热器',
      {
        line: stubs(6, 42),
        body: rect(6, 12, 36, 24, 2),
        glyphLine: 'M10 24H14L17 17L22 31L27 17L32 31L35 24H38',
      },
      { ports: through() },
    ),
    symbol(
      'radiator',
      'Radiator',
      '散热器',
      {
        line: 'M0 36H6M42 36H48',
        body: rect(6, 10, 36, 30, 2),
        glyphLine: 'M13 14V36M20 14V36M28 14V36M35 14V36',
      },
      { ports: through(36) },
    ),
    symbol(
      'floorHeating',
      'Floor heating',
      '地暖',
      {
        line: 'M0 40H8',
        body: rect(6, 6, 38, 38, 2),
        glyphLine: 'M8 40H38V10H14V32H30V18H22V24',
      },
      { ports: [left(40)] },
    ),
    symbol(
      'chiller',
      'Chiller',
      '冷水机组',
      {
        line: 'M0 14H7M0 34H7M41 14H48M41 34H48',
        body: rect(7, 7, 34, 34, 2),
        glyphLine:
          'M24 13V35M14.5 18.5L33.5 29.5M33.5 18.5L14.5 29.5M21 14.8L24 17.8L27 14.8M21 33.2L24 30.2L27 33.2M14.2 22.5L18.3 21.4L17.2 17.3M33.8 25.5L29.7 26.6L30.8 30.7M33.8 22.5L29.7 21.4L30.8 17.3M14.2 25.5L18.3 26.6L17.2 30.7',
      },
      { ports: four },
    ),
    symbol(
      'heatPump',
      'Heat pump',
      '热泵',
      {
        line: 'M0 14H7M0 34H7M41 14H48M41 34H48',
        body: rect(7, 7, 34, 34, 2),
        glyphLine: [circle(24, 24, 11)],
        glyph: 'M19 17.5L34 24L19 30.5Z',
      },
      { ports: four },
    ),
    symbol(
      'coolingTower',
      'Cooling tower',
      '冷却塔',
      {
        line: 'M16 4c3-2.5 5-2.5 8 0s5 2.5 8 0M5 45H43M0 36H10M38 36H48',
        body: 'M13 9C18 20 16 28 8 41H40C32 28 30 20 35 9Z',
        glyphLine: 'M14.5 31H33.5M13 35.5H35',
      },
      { ports: through(36) },
    ),
    symbol(
      'evaporator',
      'Evaporator',
      '蒸发器',
      {
        line: stubs(6, 42),
        body: rect(6, 8, 36, 32, 2),
        glyphLine: ['M10 16H34a4 4 0 0 1 0 8H14a4 4 0 0 0 0 8H38'],
      },
      { ports: through() },
    ),
    symbol(
      'condenser',
      'Condenser',
      '冷凝器',
      {
        line: 'M24 0V6M24 42V48M0 24H6M42 24H48',
        body: circle(24, 24, 18),
        glyphLine: 'M6 24H14L18 17L24 31L30 17L34 24H42',
      },
      { ports: [...through(), above(24), below(24)] },
    ),
    symbol(
      'expansion',
      'Expansion vessel',
      '膨胀罐',
      {
        line: 'M24 42V48',
        body: circle(24, 25, 17),
        glyphLine: 'M7 25c6-5 11-5 17 0s11 5 17 0',
      },
      { ports: [below(24)] },
    ),
    symbol(
      'steamTrap',
      'Steam trap',
      '疏水阀',
      {
        line: stubs(9, 39),
        body: circle(24, 24, 15),
        glyph: 'M13.4 34.6A15 15 0 0 0 34.6 34.6L24 24Z',
      },
      { ports: through() },
    ),
    symbol(
      'dryer',
      'Rotary dryer',
      '回转干燥机',
      {
        line: 'M0 20H3M45 28H48M10 34V42M38 38V46M6 42H14M34 46H42',
        body: 'M3 12L45 18V38L3 32Z',
        glyphLine: 'M12 13.3V33.3M36 16.7V36.7',
      },
      { ports: [left(20), right(28)] },
    ),
    symbol(
      'column',
      'Column',
      '塔器',
      {
        line: 'M24 4V0M24 44V48M0 24H14M34 12H48M34 36H48',
        body: 'M14 12a10 8 0 0 1 20 0V36a10 8 0 0 1-20 0Z',
        glyphLine: 'M14 16H30M18 22H34M14 28H30M18 34H34',
      },
      { ports: [above(24), below(24), left(24), right(12), right(36)] },
    ),
    symbol(
      'reactor',
      'Reactor',
      '反应釜',
      {
        line: 'M24 8V30M24 44V48',
        body: 'M10 16a14 8 0 0 1 28 0V32a14 12 0 0 1-28 0Z',
        glyphLine: 'M24 14V32M16 32H32M16 29V35M32 29V35',
        plain: rect(18, 1, 12, 7, 1),
      },
      { ports: [...through(20), below(24)] },
    ),
    symbol(
      'ice',
      'Ice storage',
      '蓄冰槽',
      {
        line: 'M0 36H6M42 36H48',
        body: rect(6, 10, 36, 32, 2),
      },
      { ports: through(36), texts: [onBody('❄', 33, 20)] },
    ),
  ],
} satisfies Category
