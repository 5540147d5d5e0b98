/** Limits of `npm run test:quick`, before each test file. */
import { refuseResources } from '../helpers/refuse-resources.ts';

refuseResources();
