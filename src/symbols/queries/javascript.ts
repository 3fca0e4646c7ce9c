/** What TypeScript has in common with it, too. */
export const javascript = `
(function_declaration name: (identifier) @name) @function
(generator_function_declaration name: (identifier) @name) @function
(method_definition name: (_) @name) @method
(variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression)]) @function
(variable_declarator name: (identifier) @name value: (call_expression function: (_) @callee
  arguments: (arguments . [(arrow_function) (function_expression)]))
  (#match? @callee "(memo|forwardRef|observer|cache)$")) @function
(variable_declarator name: (identifier) @name value: (object)) @scope
(variable_declarator name: (identifier) @owner
  value: (object (pair key: (property_identifier) @name value: [(arrow_function) (function_expression)]) @method))
(assignment_expression left: (member_expression) @name right: [(arrow_function) (function_expression)]) @function
`

export const javascriptClasses = `
(class_declaration name: (identifier) @name) @class
(variable_declarator name: (identifier) @name value: (class)) @class
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @method
`
