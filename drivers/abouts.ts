// Every driver's pure half, by type: web form, server validation and edge. A new driver is a folder and a line here
// and in openers.ts; a test holds both lists against the folders.
import type { About } from './driver.ts'
import { about as modbusRtu } from './modbus-rtu/about.ts'
import { about as modbusTcp } from './modbus-tcp/about.ts'

export const abouts: readonly About[] = [modbusTcp, modbusRtu]

/** The driver of a type, or nothing. */
export const aboutOf = (type: string): About | undefined => abouts.find((about) => about.type === type)
