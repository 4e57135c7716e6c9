export { passesFilter } from "../passage-filter.js";
