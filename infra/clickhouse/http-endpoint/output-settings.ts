/** What the value of an output setting must be, in the words of the error message. */
type ValueForm = 'a flag' | 'a whole number up to 1000000' | 'a word';

/** On or off. */
const flags = (
  'always_write_decimal_point_in_float_and_decimal arrow_date_as_uint16 ' +
  'arrow_fixed_string_as_fixed_byte_array arrow_low_cardinality_as_dictionary arrow_string_as_string ' +
  'arrow_use_64_bit_indexes_for_dictionary arrow_use_signed_indexes_for_dictionary ' +
  'arrow_uuid_as_fixed_byte_array binary_encode_types_in_binary_format binary_write_json_as_string ' +
  'bson_string_as_string csv_crlf_end_of_line csv_header_serialize_tuple_into_separate_columns ' +
  'csv_serialize_tuple_into_separate_columns decimal_trailing_zeros json_array_of_rows ' +
  'json_escape_forward_slashes json_map_as_array_of_tuples json_named_tuples_as_objects json_pretty_print ' +
  'json_quote_64bit_floats json_quote_64bit_integers json_quote_decimals json_quote_denormals ' +
  'json_skip_null_value_in_named_tuples json_validate_utf8 markdown_escape_special_characters ' +
  'native_encode_types_in_binary_format native_use_flattened_dynamic_and_json_serialization ' +
  'native_write_json_as_string orc_string_as_string parallel_formatting parquet_compliant_nested_types ' +
  'parquet_date_as_uint16 parquet_datetime_as_uint32 parquet_enum_as_byte_array ' +
  'parquet_fixed_string_as_fixed_byte_array parquet_string_as_string pretty_fallback_to_vertical ' +
  'pretty_highlight_digit_groups pretty_highlight_trailing_spaces pretty_multiline_fields ' +
  'pretty_named_tuples_as_json pretty_row_numbers pretty_use_nbsp_for_padding ' +
  'protobuf_nullables_with_google_wrappers sql_insert_include_column_names sql_insert_quote_names ' +
  'sql_insert_use_replace trim_fixed_string tsv_crlf_end_of_line values_escape_quote_with_quote ' +
  'write_statistics'
).split(' ');

/** Widths, heights and thresholds. */
const counts = (
  'float_precision pretty_display_footer_column_names pretty_display_footer_column_names_min_rows ' +
  'pretty_fallback_to_vertical_max_rows_per_chunk pretty_fallback_to_vertical_min_columns ' +
  'pretty_fallback_to_vertical_min_table_width pretty_max_column_name_width_cut_to ' +
  'pretty_max_column_name_width_min_chars_to_cut pretty_max_column_pad_width pretty_max_rows ' +
  'pretty_max_value_width pretty_max_value_width_apply_for_single_value ' +
  'pretty_single_large_number_tip_threshold sql_insert_max_batch_size'
).split(' ');

/** Methods, versions, character sets. */
const words = (
  'arrow_compression_method msgpack_uuid_representation orc_compression_method parquet_compression_method ' +
  'parquet_version pretty_color pretty_grid_charset sql_insert_table_name'
).split(' ');

const named = (names: readonly string[], wanted: ValueForm): readonly (readonly [string, ValueForm])[] =>
  names.map((name) => [`output_format_${name}`, wanted]);

/**
 * Settings that clients and drivers send to shape a result, by name. A list, not a pattern: among the others,
 * `output_format_schema` writes a file, sizes of Parquet's and ORC's buffers take memory beyond the limit of the query, and
 * `output_format_pretty_squash_consecutive_ms` keeps a query running without end.
 */
export const outputSettings: Readonly<Record<string, ValueForm>> = Object.freeze(
  Object.fromEntries([
    ...named(flags, 'a flag'),
    ...named(counts, 'a whole number up to 1000000'),
    ...named(words, 'a word'),
  ]),
);

const forms: Readonly<Record<ValueForm, RegExp>> = {
  'a flag': /^(?:0|1|true|false)$/i,
  'a whole number up to 1000000': /^(?:\d{1,6}|1000000)$/,
  'a word': /^[A-Za-z0-9_.-]{1,64}$/,
};

export const isOutputValue = (wanted: ValueForm, value: string): boolean => forms[wanted].test(value);

/** A number as ClickHouse's unsigned settings take it; nothing that it would round. */
export const isWholeNumber = (value: string): boolean => /^\d{1,20}$/.test(value);
