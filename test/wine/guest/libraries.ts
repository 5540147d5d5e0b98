/** Runs in Wine: the libraries that npm brings for Windows, and those of Windows that the program calls. */
import { createCanvas } from '@napi-rs/canvas';
import { SerialPort } from 'serialport';
import { loadPcsc } from '../../../main/kiosk/readers/pcsc/pcsc-library.ts';
import { loadWinspool } from '../../../main/printing/spool/winspool.ts';

const found = [
  `${(await SerialPort.list()).length} serial ports`,
  ...(createCanvas(40, 40).toBuffer('image/png').length > 0 ? ['a picture'] : []),
  ...(loadWinspool().ok ? ['winspool.drv'] : []),
  ...(loadPcsc().ok ? ['winscard.dll'] : []),
];
process.stdout.write(`${process.platform} ${process.arch}: ${found.join(', ')}\n`);
