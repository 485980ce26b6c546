// The tanker: a telematics unit with a satellite receiver, and the instruments of its two tanks. Big-endian, lenient.
import { analog, flag, group, text } from './register.ts'
import { states } from './states.ts'

const order = 'ABCD'

export const tankerRegisters = [
  ...group('Position', '位置', order, [
    analog('longitude', 'Longitude', '经度', ['input', 0, 'float64'], '°', 5, [-180, 180], [], { pinned: true }),
    analog('latitude', 'Latitude', '纬度', ['input', 4, 'float64'], '°', 5, [-90, 90], [], { pinned: true }),
    analog('speed', 'Driving speed', '车速', ['input', 8, 'uint16'], 'km/h', 1, [0, 120], [0, 50], {
      scale: 0.1,
      pinned: true,
    }),
    analog('heading', 'Heading', '航向', ['input', 9, 'uint16'], '°', 0, [0, 360]),
    analog('drivenTotal', 'Total distance', '累计里程', ['input', 10, 'uint32'], 'km', 1, [0, 4e8], [], { scale: 0.1 }),
  ]),
  ...group('Tanks', '储罐', order, [
    analog(
      'hypochloriteLevel',
      'Hypochlorite level',
      '次氯酸钠液位',
      ['input', 20, 'uint16'],
      '%',
      1,
      [0, 100],
      [20, 96],
      {
        scale: 0.1,
        pinned: true,
      },
    ),
    analog('coagulantLevel', 'Coagulant level', '混凝剂液位', ['input', 21, 'uint16'], '%', 1, [0, 100], [20, 96], {
      scale: 0.1,
      pinned: true,
    }),
    analog('unloadFlow', 'Unloading flow', '卸料流量', ['input', 22, 'float32'], 'm³/h', 1, [0, 30], [0, 20]),
    analog('tankTemperature', 'Tank temperature', '罐体温度', ['input', 24, 'int16'], '°C', 1, [-20, 60], [2, 40], {
      scale: 0.1,
    }),
    flag('unloading', 'Unloading', '卸料中', ['discrete', 2], states.unloading),
  ]),
  ...group('Vehicle', '车辆', order, [
    flag('engineRunning', 'Engine running', '发动机运行', ['discrete', 0], states.running),
    flag('moving', 'Moving', '行驶中', ['discrete', 1], states.moving),
    analog('fuelLevel', 'Fuel level', '燃油液位', ['input', 40, 'uint16'], '%', 1, [0, 100], [15, 100], { scale: 0.1 }),
    analog('batteryVoltage', 'Battery voltage', '电池电压', ['input', 41, 'uint16'], 'V', 2, [9, 32], [23.5, 29], {
      scale: 0.01,
    }),
    flag('generalAlarm', 'General alarm', '综合报警', ['discrete', 8], states.alarm),
    text('stationName', 'Station name', '站点名称', ['holding', 20, 16, 'ascii']),
  ]),
]
